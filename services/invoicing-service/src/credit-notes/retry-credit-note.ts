import { creditNoteErrors } from '@atrium/contracts'
import { audit, inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { requireProcessor } from '../processor/processor.ts'
import { attempt } from '../sweep.ts'
import type { CreditNoteRow } from './credit-note.ts'
import { getCreditNote, updateNoteIn } from './credit-notes.db.ts'
import { mirrorCreditNote } from './mirror-credit-note.ts'

/** Gives the processor a refused note again, under another key; a failure is left to the poller. */
export async function retryCreditNote(deps: Deps, { principal }: Ctx, id: string): Promise<CreditNoteRow> {
  const { orgId } = principal
  const refused = await getCreditNote(deps.db, orgId, id)
  const processor = requireProcessor(deps)
  const note = await inTransaction(deps.db, undefined, async (tx) => {
    const pending = await updateNoteIn(tx, refused, ['refused'], {
      mirror: 'pending',
      problem: null,
      mirror_attempt: refused.mirror_attempt + 1,
    })
    if (pending === undefined) throw creditNoteErrors.credit_note_not_refused()
    await audit(tx, orgId, {
      action: 'credit_note.retried',
      target: { type: 'credit_note', id, name: pending.number },
      detail: { invoiceId: pending.invoice_id },
    })
    return pending
  })
  await attempt(deps, 'credit note', () => mirrorCreditNote(deps, processor, note))
  return getCreditNote(deps.db, orgId, id)
}
