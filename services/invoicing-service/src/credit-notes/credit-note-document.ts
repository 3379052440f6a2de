import type { InvoiceLineItem } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { issuedDocument } from '../documents/issued-document.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import type { DocumentContent } from '../pdf/document-content.ts'
import { documentWords, filled } from '../pdf/document-words.ts'
import { type CreditNoteRow, toCreditNote } from './credit-note.ts'
import { getCreditNote } from './credit-notes.db.ts'

/** Returns a line for each VAT treatment of a note over an amount. */
const linesOfGroups = (
  groups: CreditNoteRow['vat_groups'],
  description: string,
): InvoiceLineItem[] | undefined =>
  groups?.map(({ vatRateBps, vatCategory, vatReason, netCents }) => ({
    description,
    quantity: 1,
    unitAmountCents: netCents,
    vatRateBps,
    ...(vatCategory === null ? {} : { vatCategory }),
    ...(vatReason === null ? {} : { vatReason }),
  }))

export async function creditNoteDocument(
  deps: Deps,
  orgId: string,
  id: string,
): Promise<DocumentContent> {
  const row = await getCreditNote(deps.db, orgId, id)
  const note = toCreditNote(row)
  const base = await issuedDocument(deps, await getInvoice(deps.db, orgId, row.invoice_id))
  const { invoice, language } = base
  const number = invoice.number ?? invoice.id
  const { subtotalAmountCents, vatAmountCents, totalAmountCents, reason } = note
  const description = filled(documentWords[language].credited, { number })
  const lineItems = row.line_items ??
    linesOfGroups(row.vat_groups, description) ?? [
      { description, quantity: 1, unitAmountCents: subtotalAmountCents },
    ]
  return {
    ...base,
    issuedPaid: false,
    invoice: {
      ...invoice,
      id: note.id,
      number: note.number,
      issueDate: note.createdAt,
      issuedOn: note.issuedOn,
      createdAt: note.createdAt,
      dueDate: null,
      dueOn: null,
      lineItems,
      status: 'open',
      creditedCents: 0,
      paidAt: null,
      subtotalAmountCents,
      vatAmountCents,
      totalAmountCents,
    },
    credits: { number, reason, issueDate: invoice.issuedOn, afterPayment: row.after_payment },
  }
}
