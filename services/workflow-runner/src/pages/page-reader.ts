import { type GuardedAnswer, type GuardedFetch, OutboundError } from '@atrium/outbound-guard'
import type { TextReader } from '../texts/text-reader.ts'
import type { ExtractedPage } from './extract-page.ts'
import { isFeed } from './feed-page.ts'
import { isOutage, isPassingStatus, PageError } from './page-error.ts'
import type { PageExtraction } from './page-extraction.ts'

export interface ReadPage extends Omit<ExtractedPage, 'refresh'> {
  url: string
  contentType: string
}

export interface PageCall {
  lane: string
  signal: AbortSignal
}

/** Returns a page's markup after its scripts have run, or undefined if no browser responds. */
export type RenderPage = (
  url: string,
  signal: AbortSignal,
) => Promise<{ html: string; url: string } | undefined>

export interface PageReader {
  read(url: string, call: PageCall): Promise<ReadPage>
}

const maxBytes = 5_000_000
const timeoutMs = 20_000
const headers = {
  accept: 'text/html,application/xhtml+xml,application/pdf;q=0.8,text/plain;q=0.8,*/*;q=0.1',
  'accept-language': 'en,*;q=0.5',
  'user-agent': 'Mozilla/5.0 (compatible; Atrium/1.0)',
}
/** The limit of `<meta http-equiv=refresh>` redirects in a row. */
const mostRefreshes = 3
const readable =
  /^\s*(?:text\/(?:html|plain|(?:x-)?markdown|xml)|application\/(?:xhtml\+xml|(?:rss|atom|rdf)\+xml|xml|feed\+json|json))\b/i
const isPdf = (contentType: string, url: URL): boolean =>
  /^\s*application\/(?:x-)?pdf\b/i.test(contentType) ||
  (/^\s*(?:application|binary)\/octet-stream\b/i.test(contentType) && /\.pdf$/i.test(url.pathname))

export type FileTexts = Pick<TextReader, 'file'>

const unreadable = (contentType: string) =>
  new PageError(
    `This address is ${contentType.split(';', 1)[0]?.trim().slice(0, 100)}, which cannot be read as a page`,
  )

/**
 * Reads pages, feeds, texts and PDFs through the guard. If a page needs scripts and a browser is
 * available, renders the page. Follows pages that redirect with a refresh.
 */
export function createPageReader(
  guard: GuardedFetch,
  extraction: PageExtraction,
  files: FileTexts,
  render: RenderPage = async () => undefined,
): PageReader {
  const extract = ({ lane }: PageCall, bytes: Uint8Array, contentType: string, url: string) =>
    extraction.page(lane, { bytes, contentType, url })

  const readPdf = async (answer: GuardedAnswer, call: PageCall) => {
    const bytes = await answer.bytes().catch(asPageError)
    const name = decodeName(answer.url)
    const { text } = await files
      .file(call.lane, { bytes, contentType: 'application/pdf', name })
      .catch(() => ({ text: undefined }))
    if (text === undefined) throw new PageError('The PDF at this address has no readable text')
    return extract(call, Buffer.from(text), 'text/plain; charset=utf-8', answer.url.href)
  }

  const readOnce = async (
    address: string,
    call: PageCall,
  ): Promise<ExtractedPage & { url: string; contentType: string }> => {
    const answer = await openPage(guard, address, { signal: call.signal })
    const contentType = answer.headers['content-type'] ?? 'text/html'
    const found = { url: answer.url.href, contentType }
    if (isPdf(contentType, answer.url)) return { ...(await readPdf(answer, call)), ...found }
    if (!readable.test(contentType)) {
      await answer.discard()
      throw unreadable(contentType)
    }
    const bytes = await answer.bytes().catch(asPageError)
    const onlyAsFeed = /^\s*(?:application\/(?:xml|json)|text\/xml)\b/i.test(contentType)
    if (onlyAsFeed && !isFeed(bytes, contentType)) throw unreadable(contentType)
    return { ...(await extract(call, bytes, contentType, answer.url.href)), ...found }
  }

  return {
    async read(address, call) {
      let found = await readOnce(address, call)
      for (let followed = 0; found.refresh !== '' && followed < mostRefreshes; followed += 1) {
        call.signal.throwIfAborted()
        found = await readOnce(found.refresh, call)
      }
      const { refresh: _, ...page } = found
      if (!page.needsScripts) return page
      const rendered = await render(page.url, call.signal)
      if (rendered === undefined) return page
      const html = Buffer.from(rendered.html)
      const { refresh: _again, ...after } = await extract(
        call,
        html,
        'text/html; charset=utf-8',
        rendered.url,
      )
      return after.text.length > page.text.length
        ? { ...after, url: rendered.url, contentType: page.contentType }
        : page
    },
  }
}

function decodeName({ pathname }: URL): string {
  const name = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/**
 * Opens an address through the guard. A status other than success or `also` rejects with
 * `PageError`.
 */
export async function openPage(
  guard: GuardedFetch,
  address: string,
  {
    signal,
    headers: own = {},
    also,
  }: { signal: AbortSignal; headers?: Record<string, string>; also?: number },
): Promise<GuardedAnswer> {
  const answer = await guard
    .fetch(address, { headers: { ...headers, ...own }, maxBytes, timeoutMs, signal })
    .catch(asPageError)
  if ((answer.status >= 200 && answer.status < 300) || answer.status === also) return answer
  await answer.discard()
  throw new PageError(`The page responded with status ${answer.status}`, {
    passing: isPassingStatus(answer.status),
  })
}

/** Reads the bytes of an opened page. Rejects with `PageError`, for example if there are too many. */
export const readPageBytes = (answer: GuardedAnswer): Promise<Uint8Array> =>
  answer.bytes().catch(asPageError)

function asPageError(error: unknown): never {
  throw error instanceof OutboundError
    ? new PageError(error.message, { passing: isOutage(error) })
    : error
}
