import { type EInvoiceFormat, invoiceErrors } from '@atrium/contracts'
import type { Deps } from '../deps.ts'
import { ciiOf } from '../e-invoice/cii.ts'
import { eInvoiceOf, hasEInvoice } from '../e-invoice/e-invoice.ts'
import { ublOf } from '../e-invoice/ubl.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import { eInvoiceSourceOf } from '../pdf/mentions.ts'
import { issuedDocument } from './issued-document.ts'

/** A file to download; the name has no extension. */
export interface DocumentFile<Content> {
  content: Content
  name: string
}

/** A number as the name of a file. */
export const fileNameOf = ({ number, id }: { number: string | null; id: string }): string =>
  (number ?? id).replace(/[^A-Za-z0-9._-]/g, '-')

/** The PDF of a finalized invoice with its frozen seller and buyer. Throws `not_found`, `invoice_not_issued` (409). */
export async function renderInvoice(deps: Deps, orgId: string, id: string) {
  const row = await getInvoice(deps.db, orgId, id)
  const content = await issuedDocument(deps, row)
  return { content: await deps.documents.pdf(orgId, content), name: fileNameOf(row) }
}

/**
 * A finalized invoice as XML of EN 16931; a void one as it was issued, with nothing due. Throws `not_found`,
 * `invoice_not_issued` (409), `e_invoice_currency` (422).
 */
export async function eInvoiceFile(deps: Deps, orgId: string, id: string, format: EInvoiceFormat) {
  const row = await getInvoice(deps.db, orgId, id)
  const content = await issuedDocument(deps, row)
  if (!hasEInvoice(row)) throw invoiceErrors.e_invoice_currency()
  const document = eInvoiceOf(eInvoiceSourceOf(content))
  return { content: format === 'cii' ? ciiOf(document) : ublOf(document), name: fileNameOf(row) }
}
