import type { Deps } from '../deps.ts'
import { creditNotePdf } from '../pdf/credit-note-pdf.ts'
import { creditNoteDocument } from './credit-note-document.ts'

/** The PDF of a credit note. Throws `not_found`. */
export async function renderCreditNote(
  deps: Deps,
  orgId: string,
  id: string,
): Promise<{ bytes: Uint8Array; name: string }> {
  const { note, invoice, buyer, seller } = await creditNoteDocument(deps, orgId, id)
  return { bytes: await creditNotePdf(note, invoice, buyer, seller), name: note.number }
}
