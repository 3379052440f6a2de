import { type ChangeAuthor, InvoiceCredited, type RateTotals, sumRates } from '@atrium/contracts'
import { audit, emit, json, toColumns } from '@atrium/database'
import { yearIn } from '../calendar/calendar-days.ts'
import { findTimeZone } from '../calendar/time-zone.ts'
import type { NewRow, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { closeSettled, creditInvoice } from '../invoices/credit-invoice.ts'
import { readEventData } from '../invoices/event-data.ts'
import { toAuditAuthor } from '../invoices/history/history.ts'
import { amountDue, type InvoiceRow } from '../invoices/invoice.ts'
import { drawNumber } from '../numbering/numbering.ts'
import type { CreditNoteRow } from './credit-note.ts'
import { insertCreditNote } from './credit-notes.db.ts'

type Given = Pick<
  NewRow<'credit_notes'>,
  'reason' | 'after_payment' | 'mirror' | 'payments_credit_note_id'
>

export interface Issue extends Given {
  vatGroups: RateTotals[]
  /** Undefined if the note credits an amount instead of lines. */
  lineItems?: CreditNoteRow['line_items'] | undefined
  author: ChangeAuthor
}

/**
 * Numbers and stores a credit note, lowers what is due on the invoice, and closes the invoice if
 * nothing is left to pay. The caller must hold the invoice's row lock, because two notes at once
 * could credit too much.
 */
export async function issueCreditNote(
  deps: Deps,
  tx: Transaction,
  invoice: InvoiceRow,
  { vatGroups, lineItems, author, ...given }: Issue,
): Promise<CreditNoteRow> {
  const amounts = sumRates(vatGroups)
  const now = deps.now()
  const zone = await findTimeZone(tx, invoice.org_id)
  const note = await insertCreditNote(tx, {
    id: deps.newId('cn'),
    org_id: invoice.org_id,
    invoice_id: invoice.id,
    ...given,
    ...toColumns(amounts),
    number: await drawNumber(tx, 'creditNote', invoice.org_id, yearIn(now, zone)),
    line_items: lineItems ? json(lineItems) : null,
    vat_groups: json(vatGroups),
    time_zone: zone,
    created_at: now,
    touched_at: now,
  })
  const { number, reason } = note
  const credited = await creditInvoice(deps, tx, { row: invoice, note, author })
  await audit(tx, invoice.org_id, {
    action: 'credit_note.created',
    author: toAuditAuthor(author),
    target: { type: 'credit_note', id: note.id, name: number },
    detail: {
      invoiceId: invoice.id,
      amountCents: amounts.totalAmountCents,
      currency: invoice.currency,
    },
  })
  const settled = await closeSettled(deps, tx, credited, { author, at: now })
  await emit(tx, InvoiceCredited, invoice.org_id, {
    ...(await readEventData(tx, settled)),
    creditNoteId: note.id,
    creditNoteNumber: number,
    amountCents: amounts.totalAmountCents,
    reason,
    creditedCents: Number(credited.credited_cents),
    amountDueCents: amountDue(settled),
  })
  return note
}
