import type { GuardedFetch } from '@atrium/outbound-guard'
import { z } from 'zod'
import type { OpenCredential } from '../src/credentials/open-credential.ts'
import type { NodePorts } from '../src/nodes/ports.ts'
import { extractPage } from '../src/pages/extract-page.ts'
import { feedTexts } from '../src/pages/feed-page.ts'
import { createFeedReader } from '../src/pages/feed-reader.ts'
import type { PageExtraction } from '../src/pages/page-extraction.ts'
import { createPageReader } from '../src/pages/page-reader.ts'
import { resultLinks } from '../src/pages/result-links.ts'
import { createWebSearch, searchAddress } from '../src/pages/web-search.ts'
import { createTextReader } from '../src/texts/text-reader.ts'

export const ExampleWeb = z.strictObject({
  /** HTML by URL. */
  pages: z.record(z.url(), z.string()).default({}),
  results: z.array(z.object({ url: z.url(), title: z.string(), snippet: z.string() })).default([]),
  /** JSON responses by method and URL. */
  answers: z
    .record(z.string(), z.object({ status: z.number().int().default(200), body: z.unknown() }))
    .default({}),
  /** Stored credentials by name. Each value is `Bearer secret`. */
  credentials: z.record(z.string(), z.object({ host: z.string() })).default({}),
})

const html = 'text/html; charset=utf-8'

/**
 * Creates ports for this web. Pages are parsed in the test's own thread. `record` notes each API
 * request.
 */
export function exampleWeb(
  { pages, results, answers, credentials }: z.output<typeof ExampleWeb>,
  record: <I, O>(does: string, call: (input: I) => Promise<O>) => (input: I) => Promise<O>,
): Pick<NodePorts, 'pages' | 'feeds' | 'search' | 'http'> {
  const links = results.map(
    ({ url, title, snippet }) =>
      `<div><a class="result__a" href="${url}">${title}</a><a class="result__snippet" href="${url}">${snippet}</a></div>`,
  )
  const answer = (url: URL, status: number, contentType: string, text: string) => {
    const bytes = new TextEncoder().encode(text)
    return {
      url,
      status,
      headers: { 'content-type': contentType },
      body: (async function* () {
        yield bytes
      })(),
      bytes: async () => bytes,
      discard: async () => {},
    }
  }
  const guard: GuardedFetch = {
    async fetch(address) {
      const url = new URL(address)
      if (url.href.startsWith(searchAddress)) return answer(url, 200, html, links.join(''))
      const page = pages[url.href]
      return answer(url, page === undefined ? 404 : 200, html, page ?? '')
    },
    close: async () => {},
  }
  const extraction: PageExtraction = {
    page: async (_lane, source) => extractPage(source),
    results: async (_lane, source) => resultLinks(source),
    feed: async (_lane, { bytes, contentType, url }) => feedTexts(bytes, contentType, url),
    stop: async () => {},
  }
  const ask = record(
    'http',
    async ({ method, url }: { method: string; url: string; headers: object; body?: unknown }) => {
      const found = answers[`${method} ${url}`] ?? { status: 404, body: null }
      return answer(new URL(url), found.status, 'application/json', JSON.stringify(found.body))
    },
  )
  return {
    pages: createPageReader(guard, extraction, createTextReader()),
    feeds: createFeedReader(guard, extraction),
    search: createWebSearch(guard, extraction, searchAddress),
    http: {
      fetch: (address, { method = 'GET', headers = {}, credentials: secret = {}, body }) =>
        ask({
          method,
          url: String(address),
          headers: { ...headers, ...secret },
          ...(body === undefined ? {} : { body: JSON.parse(String(body)) as unknown }),
        }),
      async credential(_orgId, name): Promise<OpenCredential | undefined> {
        const known = credentials[name]
        return known === undefined
          ? undefined
          : { name, host: known.host, header: 'Authorization', value: 'Bearer secret' }
      },
    },
  }
}
