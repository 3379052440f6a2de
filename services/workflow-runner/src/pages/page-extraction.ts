import { extname } from 'node:path'
import { createThreadedLanes } from '@atrium/service-kit'
import type { ExtractedPage, PageSource } from './extract-page.ts'
import type { feedTexts } from './feed-page.ts'
import { PageError } from './page-error.ts'
import type { SearchResult } from './result-links.ts'

export interface ExtractionRequest {
  what: 'page' | 'results' | 'feed'
  source: PageSource
}

export interface ExtractionAnswer {
  page?: ExtractedPage
  results?: SearchResult[]
  feed?: ReturnType<typeof feedTexts>
}

const unread = 'The page could not be read'

/** Reads one page at a time in a worker thread. Lanes take turns. */
export function createPageExtraction() {
  const thread = createThreadedLanes<ExtractionRequest, ExtractionAnswer>({
    // The bundle has the thread as a separate file with the bundle's extension.
    file: new URL(`./page-thread${extname(import.meta.url)}`, import.meta.url),
    longestMs: 8_000,
    heap: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
    reasons: {
      memory: 'The page is too large to read',
      time: 'The page takes too long to read',
      lost: unread,
    },
    error: (reason) => new PageError(reason),
  })
  return {
    async page(lane: string, source: PageSource): Promise<ExtractedPage> {
      const { page } = await thread.run(lane, { what: 'page', source })
      if (page === undefined) throw new PageError(unread)
      return page
    },
    async results(lane: string, source: PageSource): Promise<SearchResult[]> {
      const { results } = await thread.run(lane, { what: 'results', source })
      return results ?? []
    },
    /** Rejects with `PageError` if the document is not a feed. */
    async feed(lane: string, source: PageSource): Promise<ReturnType<typeof feedTexts>> {
      const { feed } = await thread.run(lane, { what: 'feed', source })
      if (feed === undefined) throw new PageError(unread)
      return feed
    },
    stop: thread.stop,
  }
}

export type PageExtraction = ReturnType<typeof createPageExtraction>
