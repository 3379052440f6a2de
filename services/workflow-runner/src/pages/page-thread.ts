import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from '@atrium/service-kit'
import { extractPage } from './extract-page.ts'
import { feedTexts } from './feed-page.ts'
import type { ExtractionAnswer, ExtractionRequest } from './page-extraction.ts'
import { resultLinks } from './result-links.ts'

function extract({ what, source }: ExtractionRequest): ExtractionAnswer {
  const { bytes, contentType, url } = source
  if (what === 'feed') return { feed: feedTexts(bytes, contentType, url) }
  return what === 'page' ? { page: extractPage(source) } : { results: resultLinks(source) }
}

parentPort?.on('message', (request: ExtractionRequest) => {
  const answer = (): ThreadAnswer<ExtractionAnswer> => {
    try {
      return { value: extract(request) }
    } catch (error) {
      return {
        error: `The page could not be read: ${error instanceof Error ? error.message : String(error)}`,
      }
    }
  }
  parentPort?.postMessage(answer())
})
