import { extname } from 'node:path'
import { commonErrors } from '@atrium/contracts'
import { createThreadedLanes } from '@atrium/service-kit'
import type { DocumentContent } from './document-content.ts'
import type { StatementContent } from './statement-content.ts'
import { warmUpDocuments } from './warm-up-documents.ts'

const longestMs = 20_000
// A document takes a tenth of a second. Each waiting one holds its lines and its logo in memory.
const mostWaiting = { all: 200, lane: 40 }
const retryAfterSeconds = 5

/**
 * Creates a renderer of A4 PDF/A-3 documents. One worker thread renders one document at a time,
 * taking organisations in turn. If a document exhausts memory or time, only that document fails.
 * Throws `rate_limited` if too many documents of an organisation wait, and `unavailable` if too
 * many wait in all.
 */
export function createDocumentRenderer(
  limitMs: number = longestMs,
  most: typeof mostWaiting = mostWaiting,
) {
  const thread = createThreadedLanes<DocumentContent | StatementContent, Uint8Array>({
    // In a bundle the thread is a separate file with the bundle's extension.
    file: new URL(`./document-thread${extname(import.meta.url)}`, import.meta.url),
    longestMs: limitMs,
    heap: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 },
    reasons: {
      memory: 'The document is too large to create. Remove lines or pictures.',
      time: 'The document took too long to create. Try again.',
      lost: 'The document could not be created. Try again.',
    },
    error: (reason) => new Error(reason),
    most: {
      ...most,
      error: (full) =>
        full === 'lane'
          ? commonErrors.rate_limited({
              message:
                'Your organisation is creating too many documents at once. Try again in a moment.',
              details: { retryAfterSeconds },
            })
          : commonErrors.unavailable({
              message: 'Too many documents are being created at once. Try again in a moment.',
              details: { retryAfterSeconds },
            }),
    },
  })
  return {
    pdf: thread.run,
    /** Renders documents for nobody, so the first user does not wait for fonts and code. */
    async warmUp(): Promise<void> {
      for (const document of warmUpDocuments) await thread.run('warm-up', document)
    },
    stop: thread.stop,
  }
}

export type DocumentRenderer = ReturnType<typeof createDocumentRenderer>
