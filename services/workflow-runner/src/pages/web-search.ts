import { type GuardedFetch, OutboundError } from '@atrium/outbound-guard'
import { isOutage, isPassingStatus, PageError } from './page-error.ts'
import type { PageExtraction } from './page-extraction.ts'
import type { PageCall } from './page-reader.ts'
import type { SearchResult } from './result-links.ts'

export interface WebSearch {
  search(query: string, call: PageCall): Promise<SearchResult[]>
  isProfile(url: string): boolean
}

export const searchAddress = 'https://html.duckduckgo.com/html/'
const maxBytes = 2_000_000
const profileHost = /(?:^|\.)linkedin\.com$/
const profilePath = /^\/(?:in|pub)\/[^/]+/

/**
 * Searches the web through a provider without keys. The operator sets `address`, so the guard
 * allows internal addresses here.
 */
export function createWebSearch(
  guard: GuardedFetch,
  extraction: PageExtraction,
  address: string,
): WebSearch {
  return {
    async search(query, { lane, signal }) {
      const url = new URL(address)
      url.searchParams.set('q', query)
      const headers = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (compatible; Atrium/1.0)' }
      try {
        const answer = await guard.fetch(url, { headers, maxBytes, timeoutMs: 20_000, signal })
        const bytes = await answer.bytes()
        if (answer.status !== 200) throw toPageError(answer.status)
        const contentType = answer.headers['content-type'] ?? 'text/html'
        return await extraction.results(lane, { bytes, contentType, url: answer.url.href })
      } catch (error) {
        throw error instanceof OutboundError
          ? new PageError(`The web search failed: ${error.message}`, { passing: isOutage(error) })
          : error
      }
    },
    isProfile(text) {
      if (!URL.canParse(text)) return false
      const { hostname, pathname, origin } = new URL(text)
      // If the operator uses another provider, profiles on its own origin count too.
      const isResult =
        profileHost.test(hostname) ||
        (address !== searchAddress && origin === new URL(address).origin)
      return isResult && profilePath.test(pathname)
    },
  }
}

// The provider responds with 202 and 403 if a client sends too many requests.
const toPageError = (status: number): PageError =>
  [202, 403, 429].includes(status)
    ? new PageError('The web search accepts no more requests right now. Try again later', {
        passing: true,
      })
    : new PageError(`The web search responded with status ${status}`, {
        passing: isPassingStatus(status),
      })
