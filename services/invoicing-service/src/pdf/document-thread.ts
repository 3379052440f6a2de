import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer } from '@atrium/service-kit'
import type { DocumentContent } from './document-content.ts'
import { latinFonts } from './font-files.ts'
import { invoicePdf } from './invoice-pdf.ts'
import type { StatementContent } from './statement-content.ts'
import { statementPdf } from './statement-pdf.ts'

// Runs in the worker thread of `document-renderer.ts`.
parentPort?.on('message', async (content: DocumentContent | StatementContent) => {
  const pdf = 'accounts' in content ? statementPdf(content) : invoicePdf(content)
  const answer = await pdf.then(
    (value): ThreadAnswer<Uint8Array> => ({ value }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  )
  parentPort?.postMessage(answer)
})

// Nearly every document needs these fonts. Parsing them takes longer than drawing a document.
for (const font of Object.values(latinFonts)) font.parsed()
