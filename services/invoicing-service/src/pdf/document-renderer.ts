import { extname } from 'node:path'
import { commonErrors } from '@atrium/contracts'
import { createThreadedLanes } from '@atrium/service-kit'
import type { DocumentContent } from './document-content.ts'

const longestMs = 20_000
// A document takes a tenth of a second; what waits holds its lines and its logo in memory.
const mostWaiting = { all: 200, lane: 40 }
const retryAfterSeconds = 5

/**
 * Draws A4 PDF/A-3 in one worker thread, one at a time, the organisations in turn; one that exhausts memory or time fails
 * alone. Throws `rate_limited` while too many of an organisation wait, `unavailable` while too many of all do.
 */
export function createDocumentRenderer(limitMs: number = longestMs, most: typeof mostWaiting = mostWaiting) {
  const thread = createThreadedLanes<DocumentContent, Uint8Array>({
    // In a bundle the thread is a file beside it, with its extension.
    file: new URL(`./document-thread${extname(import.meta.url)}`, import.meta.url),
    longestMs: limitMs,
    heap: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 },
    reasons: {
      memory: 'The document needs too much memory',
      time: 'The document takes too long',
      lost: 'The document could not be drawn',
    },
    error: (reason) => new Error(reason),
    most: {
      ...most,
      error: (full) =>
        full === 'lane'
          ? commonErrors.rate_limited({
              message: 'Too many documents of the organisation are being drawn',
              details: { retryAfterSeconds },
            })
          : commonErrors.unavailable({
              message: 'Too many documents are being drawn',
              details: { retryAfterSeconds },
            }),
    },
  })
  return { pdf: thread.run, stop: thread.stop }
}

export type DocumentRenderer = ReturnType<typeof createDocumentRenderer>
