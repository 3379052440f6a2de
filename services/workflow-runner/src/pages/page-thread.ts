import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from '@atrium/service-kit'
import { extractPage } from './extract-page.ts'
import type { ExtractionAnswer, ExtractionRequest } from './page-extraction.ts'
import { resultLinks } from './result-links.ts'

const extract = ({ what, source }: ExtractionRequest): ExtractionAnswer =>
  what === 'page' ? { page: extractPage(source) } : { results: resultLinks(source) }

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
