import { type EInvoiceFormat, invoiceErrors } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { issuedDocument } from '../documents/issued-document.ts'
import { ciiOf } from '../e-invoice/cii.ts'
import { eInvoiceOf, hasEInvoice } from '../e-invoice/e-invoice.ts'
import { ublOf } from '../e-invoice/ubl.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import type { DocumentContent } from '../pdf/document-content.ts'
import { documentWords, filled } from '../pdf/document-words.ts'
import { eInvoiceSourceOf } from '../pdf/mentions.ts'
import { toCreditNote } from './credit-note.ts'
import { getCreditNote } from './credit-notes.db.ts'

/** A credit note as a document, with the frozen seller and buyer of its invoice. Throws `not_found`. */
async function creditNoteDocument(deps: Deps, orgId: string, id: string): Promise<DocumentContent> {
  const row = await getCreditNote(deps.db, orgId, id)
  const note = toCreditNote(row)
  const base = await issuedDocument(deps, await getInvoice(deps.db, orgId, row.invoice_id))
  const { invoice, language } = base
  const number = invoice.number ?? invoice.id
  const { subtotalAmountCents, vatAmountCents, totalAmountCents, reason } = note
  const description = filled(documentWords[language].credited, { number })
  const lineItems = row.line_items ?? [{ description, quantity: 1, unitAmountCents: subtotalAmountCents }]
  return {
    ...base,
    invoice: {
      ...invoice,
      ...{ id: note.id, number: note.number, issueDate: note.createdAt, createdAt: note.createdAt },
      ...{ dueDate: null, lineItems, status: 'open', creditedCents: 0, paidAt: null },
      ...{ subtotalAmountCents, vatAmountCents, totalAmountCents },
    },
    credits: { number, reason, issueDate: invoice.issueDate?.slice(0, 10) ?? null },
  }
}

/** The PDF of a credit note. Throws `not_found`. */
export async function renderCreditNote(deps: Deps, orgId: string, id: string) {
  const content = await creditNoteDocument(deps, orgId, id)
  return { content: await deps.documents.pdf(orgId, content), name: content.invoice.number ?? id }
}

/** A credit note as XML of EN 16931. Throws `not_found`, `e_invoice_currency` (422). */
export async function creditNoteEInvoice(deps: Deps, orgId: string, id: string, format: EInvoiceFormat) {
  const content = await creditNoteDocument(deps, orgId, id)
  if (!hasEInvoice(content.invoice)) throw invoiceErrors.e_invoice_currency()
  const document = eInvoiceOf(eInvoiceSourceOf(content))
  return { content: format === 'cii' ? ciiOf(document) : ublOf(document), name: document.number }
}
