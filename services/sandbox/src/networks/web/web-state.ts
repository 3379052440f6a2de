import { createFaults } from '../../pages/faults.ts'
import type { Watched } from '../with-faults.ts'

export interface WebPage {
  /** Its address's last segment. */
  slug: string
  /** True for a profile, false for an article. */
  profile: boolean
  title: string
  description: string
  image: string
  /** Paragraphs, separated by an empty line. */
  text: string
  /** Shows its text only after a script has run. */
  scripted: boolean
}

/** Articles, profiles, and a search over them. */
export interface WebSandbox extends Watched {
  pages: Map<string, WebPage>
  put(page: Partial<WebPage> & Pick<WebPage, 'slug'>): WebPage
}

const ownFields = {
  profile: false,
  title: '',
  description: '',
  image: '',
  text: '',
  scripted: false,
}

/** Creates the initial web: an article, one that needs a browser, and two profiles. */
export function createWeb(): WebSandbox {
  const pages: WebSandbox['pages'] = new Map()
  const web: WebSandbox = {
    pages,
    faults: createFaults(),
    calls: [],
    put(given) {
      const page = { ...ownFields, ...pages.get(given.slug), ...given }
      pages.set(page.slug, page)
      return page
    },
  }
  const paragraph =
    'The harbour bakery opens at six, bakes until noon, and sells what is left at half price. Its owner learned the trade from her grandmother, and keeps the recipes in a drawer.'
  const text = Array.from({ length: 5 }, () => paragraph).join('\n\n')
  web.put({
    slug: 'harbour-bakery',
    title: 'A morning at the harbour bakery',
    description: 'Bread before dawn.',
    text,
  })
  web.put({
    slug: 'tide-tables',
    title: 'Tide tables',
    description: 'High water, day by day.',
    text,
    scripted: true,
  })
  web.put({
    slug: 'millside-baker',
    profile: true,
    title: 'Millside Baker - Head baker - Harbour Bakery | Network',
    description: 'Head baker at Harbour Bakery. Bread, people and early mornings.',
    text: `Millside Baker leads the bakery at the harbour. ${paragraph}`,
  })
  web.put({
    slug: 'ledger-bookkeeper',
    profile: true,
    title: 'Ledger Bookkeeper - Bookkeeper - Ledger & Partners | Network',
    description: 'Books for small companies.',
    text: `Ledger Bookkeeper keeps the books of forty small companies. ${paragraph}`,
  })
  return web
}

export const toPath = ({ slug, profile }: Pick<WebPage, 'slug' | 'profile'>): string =>
  profile ? `/in/${slug}` : `/web/pages/${slug}`
