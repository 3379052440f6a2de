import { createHash } from 'node:crypto'
import { commonErrors, type InvoicingExportDocument } from '@atrium/contracts'
import { z } from 'zod'
import { creditNoteDocument } from '../credit-notes/credit-note-document.ts'
import type { Deps } from '../deps.ts'
import { toFileName } from '../documents/document-files.ts'
import { issuedDocument } from '../documents/issued-document.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import { type DocumentKey, findNextDocument } from './issued-documents.db.ts'

// Fits into one bus message of 1 MB as base64.
const partBytes = 384 * 1024

const key = z.strictObject({ kind: z.enum(['invoice', 'credit-note']), id: z.string() })
const cursorShape = z.strictObject({
  /** The last document that was read completely. */
  after: key.exactOptional(),
  /** The document that was read in part, how far, and its digest. */
  current: key.extend({ offset: z.int().min(1), digest: z.string() }).exactOptional(),
})
type Cursor = z.infer<typeof cursorShape>

type Input = z.output<typeof InvoicingExportDocument.input>
type Output = z.output<typeof InvoicingExportDocument.output>

/**
 * Returns the next part of an org's PDFs. A long PDF is created again for each part, because a
 * replica keeps no state. The bytes of a document are always the same. Throws `unavailable` if the
 * document changed in between, for example because it was paid.
 */
export async function exportDocument(deps: Deps, { orgId, cursor }: Input): Promise<Output> {
  const { after, current }: Cursor = cursor === null ? {} : cursorShape.parse(JSON.parse(cursor))
  const found = current ?? (await findNextDocument(deps.db, orgId, after))
  if (found === undefined) return { name: null, bytes: '', next: null }
  const { kind, id }: DocumentKey = found
  const content =
    kind === 'invoice'
      ? await issuedDocument(deps, await getInvoice(deps.db, orgId, id))
      : await creditNoteDocument(deps, orgId, id)
  const pdf = Buffer.from(await deps.documents.pdf(orgId, content))
  const digest = createHash('sha256').update(pdf).digest('hex')
  if (current !== undefined && current.digest !== digest)
    throw commonErrors.unavailable({ message: 'A document changed during the export. Try again.' })
  const offset = current?.offset ?? 0
  const end = offset + partBytes
  const next: Cursor =
    end < pdf.length ? { current: { kind, id, offset: end, digest } } : { after: { kind, id } }
  return {
    // The id makes the name unique, because two numbers may differ in their separators only.
    name: `${kind}s/${toFileName(content)}-${id}.pdf`,
    bytes: pdf.subarray(offset, end).toString('base64'),
    next: JSON.stringify(next),
  }
}
