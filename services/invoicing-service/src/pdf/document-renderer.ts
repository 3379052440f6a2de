import { extname } from 'node:path'
import { commonErrors } from '@atrium/contracts'
import { createThreadedLanes } from '@atrium/service-kit'
import type { DocumentContent } from './document-content.ts'

/** Draws documents off the event loop; the organisations take turns. */
export interface DocumentRenderer {
  /**
   * A4 PDF/A-3. Rejects for a document that takes too much time or memory, with `rate_limited` (429) while too many of
   * the organisation wait, and with `unavailable` (503) while too many of all do, one of the organisation among them.
   */
  pdf(orgId: string, content: DocumentContent): Promise<Uint8Array>
  stop(): Promise<void>
}

const longestMs = 20_000
// A document takes a tenth of a second; what waits holds its lines and its logo in memory.
const mostWaiting = { all: 200, lane: 40 }
const retryAfterSeconds = 5

/** Draws in one worker thread, one document at a time; one that exhausts memory or time fails alone. */
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
