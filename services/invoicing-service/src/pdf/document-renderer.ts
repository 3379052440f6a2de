import { extname } from 'node:path'
import { createThreadedLanes } from '@atrium/service-kit'
import type { DocumentContent } from './document-content.ts'

/** Draws documents off the event loop; the organisations take turns. */
export interface DocumentRenderer {
  /** A4 PDF/A-3. Rejects for a document that takes too much time or memory. */
  pdf(orgId: string, content: DocumentContent): Promise<Uint8Array>
  stop(): Promise<void>
}

const longestMs = 20_000

/** Draws in one worker thread, one document at a time; one that exhausts memory or time fails alone. */
export function createDocumentRenderer(limitMs: number = longestMs): DocumentRenderer {
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
  })
  return { pdf: thread.run, stop: thread.stop }
}
