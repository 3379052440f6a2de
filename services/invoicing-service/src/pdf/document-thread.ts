import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from '@atrium/service-kit'
import type { DocumentContent } from './document-content.ts'
import { invoicePdf } from './invoice-pdf.ts'

// Runs in the worker thread of `document-renderer.ts`.
parentPort?.on('message', async (content: DocumentContent) => {
  const answer = await invoicePdf(content).then(
    (value): ThreadAnswer<Uint8Array> => ({ value }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  )
  parentPort?.postMessage(answer)
})
