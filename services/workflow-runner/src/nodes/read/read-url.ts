import { canonicalUrl, type WorkflowItem } from '@atrium/contracts'
import pLimit from 'p-limit'
import { z } from 'zod'
import { missingField, NodeError, ownPath, ownText } from '../../engine/index.ts'
import { PageError } from '../../pages/page-error.ts'
import type { ReadPage } from '../../pages/page-reader.ts'
import {
  attemptItems,
  leftBy,
  listUnreached,
  outputsResult,
  type Refusal,
  withLeft,
} from '../act-on-items.ts'
import { type ContextOf, defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'

/** The number of pages read in parallel. Pages from one host are read one by one. */
const atOnce = 4
const most = 500

const Params = z.object({
  url: z
    .string()
    .max(2_048)
    .optional()
    .describe('The address of the page. By default, the item’s own'),
  keepThin: z
    .boolean()
    .default(false)
    .describe('Keeps pages with a title and little text, such as those of videos'),
  limit: z.number().int().min(1).max(most).default(100).describe('The most pages to read'),
})
type Params = z.output<typeof Params>
type Context = ContextOf<'pages', Params>

interface Dropped {
  duplicates: number
  thin: number
  boilerplate: number
  failed: { message: string; passing: boolean; asked: readonly number[] }[]
}

export const readUrl = defineNode({
  type: 'read_url',
  label: 'Read page',
  description:
    'Fetches the page at each address and reads its title, summary, picture and article text',
  category: 'ingest',
  keywords: ['web', 'website', 'scrape', 'link', 'article', 'url', 'html', 'crawl', 'fetch'],
  params: Params,
  emits: emitted({
    title: field.text('Title', 'Spring fair'),
    summary: common.summary,
    description: field.text('Description', 'Everything about this year’s spring fair'),
    tags: common.tags,
    rawContent: field.text('Text', 'The spring fair opens on 4 May.'),
    image: common.image,
    siteName: field.text('Website', 'Kunsthalle'),
    author: field.text('Author', 'Zoe Nobis'),
    publishedAt: field.date('Published at', '2026-05-01T08:00:00.000Z'),
    url: common.url,
    contentType: common.contentType,
    truncated: common.truncated,
  }),
  needs: ['pages'],
  async execute(items, params, context) {
    const wanted = await findAddresses(items, params, context)
    const read = wanted.pages.slice(0, params.limit)
    const dropped: Dropped = { duplicates: wanted.duplicates, thin: 0, boilerplate: 0, failed: [] }
    const pages = await readAll(read, context, dropped)
    const seen = new Set<string>()
    const main: WorkflowItem[] = []
    for (const { page, from } of pages) {
      // The page's canonical address identifies duplicates even if the given addresses differ.
      const key = canonicalUrl(page.canonical || page.url)
      if (seen.has(key)) {
        dropped.duplicates += 1
        continue
      }
      seen.add(key)
      const drop =
        page.verdict === 'thin' && params.keepThin && page.title !== '' ? null : page.verdict
      if (drop === null) main.push(toItem(page, key, from, context))
      else dropped[drop] += 1
    }
    const failed = dropped.failed.flatMap(({ asked, message, passing }) =>
      asked.map((at): Refusal => ({ at, message, passing, fix: null })),
    )
    const [first] = dropped.failed
    if (first !== undefined && dropped.failed.length === read.length) {
      throw new NodeError(
        read.length === 1
          ? first.message
          : `No page could be read. The first failed because: ${first.message}`,
        { left: leftBy([...wanted.refusals, ...failed]) },
      )
    }
    const counts = { count: Math.max(items.length, 1), notes: toNotes(dropped) }
    const result = outputsResult({ main }, wanted.refusals, counts)
    const unreached = wanted.pages.slice(read.length).flatMap(({ asked }) => asked)
    return withLeft(result, [...leftBy(failed), ...listUnreached(unreached)])
  },
})

interface Wanted {
  url: string
  from: WorkflowItem | undefined
  /** The indexes of the items with this address. */
  asked: number[]
}

async function findAddresses(items: readonly WorkflowItem[], params: Params, context: Context) {
  const pages = new Map<string, Wanted>()
  const add = (from: WorkflowItem | undefined, at: number, given: Params): void => {
    const url = (given.url ?? ownText(from?.json, 'url')).trim()
    if (url === '') throw missingField(context.missing(at) ?? 'url')
    const key = URL.canParse(url) ? canonicalUrl(url) : url
    const page = pages.get(key) ?? { url, from, asked: [] }
    pages.set(key, page)
    page.asked.push(at)
  }
  if (items.length === 0) add(undefined, 0, params)
  const { refusals } = await attemptItems(items, context, add)
  const addresses = Math.max(items.length, 1) - refusals.length
  return { pages: [...pages.values()], duplicates: addresses - pages.size, refusals }
}

async function readAll(
  wanted: readonly Wanted[],
  { ports, signal, orgId }: Context,
  dropped: Dropped,
) {
  const { pages } = ports
  const any = pLimit(atOnce)
  const hosts = new Map<string, ReturnType<typeof pLimit>>()
  const chooseLimit = (url: string) => {
    const host = URL.canParse(url) ? new URL(url).host : ''
    const limit = hosts.get(host) ?? pLimit(1)
    hosts.set(host, limit)
    return limit
  }
  const read = async ({ url, from, asked }: Wanted) => {
    signal.throwIfAborted()
    try {
      return [{ page: await pages.read(url, { lane: orgId ?? '', signal }), from }]
    } catch (error) {
      if (!(error instanceof PageError)) throw error
      const { message, passing } = error
      dropped.failed.push({ message, passing, asked })
      return []
    }
  }
  return (
    await Promise.all(wanted.map((each) => chooseLimit(each.url)(() => any(() => read(each)))))
  ).flat()
}

// `url` and `contentType` come last, so the page's other keys cannot shadow them.
function toItem(
  page: ReadPage,
  key: string,
  from: WorkflowItem | undefined,
  context: Context,
): WorkflowItem {
  const {
    title,
    summary,
    description = '',
    text,
    image,
    siteName,
    author,
    publishedAt,
    truncated,
    url,
    contentType,
  } = page
  const tags = ownPath(from?.json, ['tags'])
  const item: WorkflowItem = {
    externalId: key,
    source: { scheme: 'web', host: new URL(url).host },
    json: {
      ...from?.json,
      title,
      summary,
      description,
      tags: Array.isArray(tags) ? tags : [],
      rawContent: text,
      image,
      siteName,
      author,
      publishedAt,
      truncated,
      url,
      contentType,
    },
  }
  return from === undefined ? item : context.derive(from, item)
}

function toNotes({ duplicates, thin, boilerplate, failed }: Dropped): string[] {
  const notes = [
    duplicates > 0 ? `${duplicates} duplicate` : '',
    thin > 0 ? `${thin} with too little text` : '',
    boilerplate > 0 ? `${boilerplate} with a notice instead of the page` : '',
    failed.length > 0 ? `${failed.length} not read: ${failed[0]?.message}` : '',
  ].filter((note) => note !== '')
  return notes.length === 0 ? [] : [`Left out: ${notes.join(', ')}`]
}
