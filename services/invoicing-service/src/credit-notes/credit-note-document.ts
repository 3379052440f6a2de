import type { Buyer, Invoice, Seller } from '@atrium/contracts'
import { buyerOf } from '../customers/billed-customer.ts'
import type { Deps } from '../deps.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import { toInvoice } from '../invoices/invoice.ts'
import { nameAlone, unnamed } from '../invoices/seller.ts'
import type { ShownCreditNote } from '../pdf/credit-note-pdf.ts'
import { toCreditNote } from './credit-note.ts'
import { getCreditNote } from './credit-notes.db.ts'

/** The facts of a credit note as a document, with the frozen seller and buyer of its invoice. */
export interface CreditNoteDocument {
  note: ShownCreditNote
  invoice: Invoice
  buyer: Buyer
  seller: Seller
}

/** Throws `not_found`, also for a note of another org. */
export async function creditNoteDocument(deps: Deps, orgId: string, id: string): Promise<CreditNoteDocument> {
  const row = await getCreditNote(deps.db, orgId, id)
  const invoice = await getInvoice(deps.db, orgId, row.invoice_id)
  return {
    note: { ...toCreditNote(row), lineItems: row.line_items },
    invoice: toInvoice(invoice),
    buyer: invoice.buyer ?? (await buyerOf(deps.db, orgId, invoice.customer_id)),
    seller: invoice.seller ?? (await nameAlone(deps, orgId)) ?? unnamed,
  }
}
