import { type GuardedAnswer, type GuardedFetch, OutboundError } from '@atrium/outbound-guard'
import type { ExtractedPage } from './extract-page.ts'
import { PageError } from './page-error.ts'
import type { PageExtraction } from './page-extraction.ts'

export interface ReadPage extends ExtractedPage {
  url: string
  contentType: string
}

export interface PageCall {
  lane: string
  signal: AbortSignal
}

/** The markup of a page after its scripts have run in a browser; undefined when no browser answers. */
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
  accept: 'text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.1',
  'accept-language': 'en,*;q=0.5',
  'user-agent': 'Mozilla/5.0 (compatible; Atrium/1.0)',
}
const readable = /^(?:text\/html|application\/xhtml\+xml|text\/plain)\b/i

/** Reads pages through the guard; a page that needs its scripts is rendered in a browser while one answers. */
export function createPageReader(
  guard: GuardedFetch,
  extraction: PageExtraction,
  render: RenderPage = async () => undefined,
): PageReader {
  const extract = ({ lane }: PageCall, bytes: Uint8Array, contentType: string, url: string) =>
    extraction.page(lane, { bytes, contentType, url })
  return {
    async read(address, call) {
      const answer = await open(guard, address, call.signal)
      const contentType = answer.headers['content-type'] ?? 'text/html'
      if (!readable.test(contentType)) {
        await answer.discard()
        throw new PageError(
          `The address is no page but ${contentType.split(';', 1)[0]?.trim().slice(0, 100)}`,
        )
      }
      const bytes = await answer.bytes().catch(asPageError)
      const page = {
        ...(await extract(call, bytes, contentType, answer.url.href)),
        url: answer.url.href,
        contentType,
      }
      if (!page.needsScripts) return page
      const rendered = await render(page.url, call.signal)
      if (rendered === undefined) return page
      const after = await extract(call, Buffer.from(rendered.html), 'text/html; charset=utf-8', rendered.url)
      return after.text.length > page.text.length ? { ...after, url: rendered.url, contentType } : page
    },
  }
}

async function open(guard: GuardedFetch, address: string, signal: AbortSignal): Promise<GuardedAnswer> {
  const answer = await guard.fetch(address, { headers, maxBytes, timeoutMs, signal }).catch(asPageError)
  if (answer.status >= 200 && answer.status < 300) return answer
  await answer.discard()
  throw new PageError(`The page answered ${answer.status}`)
}

function asPageError(error: unknown): never {
  throw error instanceof OutboundError ? new PageError(error.message) : error
}
