import { report } from '@atrium/bench-kit'
import { freePort } from '@atrium/dev-servers'
import lighthouse, { desktopConfig } from 'lighthouse'
import { launchBrowser } from '../e2e/launch-browser.ts'
import { type Studio, seed, withStudio } from './studio.ts'

// Lighthouse's desktop settings: its simulated network and its own viewport.
const rounds = 5
const port = await freePort()

const bounds = {
  performance: '>= 90',
  accessibility: '>= 100',
  'best-practices': '>= 100',
} as const
type Category = keyof typeof bounds
const categories = Object.keys(bounds) as Category[]

async function audit(url: string): Promise<Record<Category, number>> {
  const result = await lighthouse(
    url,
    // Because of the event stream, the network never becomes idle.
    { port, logLevel: 'silent', onlyCategories: categories, maxWaitForLoad: 10_000 },
    desktopConfig,
  )
  if (result === undefined) throw new Error(`no result for ${url}`)
  const { lhr } = result
  if (lhr.runtimeError !== undefined) throw new Error(lhr.runtimeError.message)
  const at = new URL(lhr.finalDisplayedUrl)
  if (at.pathname !== new URL(url).pathname) throw new Error(`${url} led to ${at}`)
  for (const name of categories) {
    for (const { id } of lhr.categories[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? []) {
      const { score = null, title = id } = lhr.audits[id] ?? {}
      if (score !== null && score < 0.9) console.log(`${at.pathname} ${name} ${score}: ${title}`)
    }
  }
  const toScore = (name: Category) => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  return {
    performance: toScore('performance'),
    accessibility: toScore('accessibility'),
    'best-practices': toScore('best-practices'),
  }
}

async function auditPage(name: string, url: string, prepare = async () => {}): Promise<void> {
  const results: Record<Category, number>[] = []
  for (let round = 0; round < rounds; round += 1) {
    await prepare()
    results.push(await audit(url))
  }
  for (const category of categories) {
    const value = results.map((result) => result[category])
    report({ name: `Lighthouse, ${name}, ${category}`, value, unit: '', target: bounds[category] })
  }
}

/**
 * Signs the browser itself in, because Lighthouse opens its pages outside Playwright's contexts,
 * and each audit ends the previous session.
 */
async function signIn({ browser, cookies }: Studio): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  await session.send('Storage.setCookies', {
    cookies: cookies.map(({ name, value, url = '' }) => ({ name, value, url })),
  })
}

await withStudio(
  async (studio) => {
    await seed(30, (n) =>
      studio.client.cards.create({ body: { title: `Card ${n} of the harbour festival` } }),
    )
    await auditPage('sign in', `${studio.url}/sign-in`)
    await auditPage('board', `${studio.url}/board`, () => signIn(studio))
    await auditPage('posts', `${studio.url}/posts`, () => signIn(studio))
  },
  () => launchBrowser([`--remote-debugging-port=${port}`]),
)
