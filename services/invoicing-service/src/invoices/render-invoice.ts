import { invoiceErrors } from '@atrium/contracts'
import { buyerOf } from '../customers/billed-customer.ts'
import type { Deps } from '../deps.ts'
import { invoicePdf } from '../pdf/invoice-pdf.ts'
import { toInvoice } from './invoice.ts'
import { getInvoiceRow } from './invoices.db.ts'
import { nameAlone, unnamed } from './seller.ts'

/** The PDF of a finalized invoice with its frozen seller and buyer. Throws `not_found`, `invoice_not_issued` (409). */
export async function renderInvoice(
  deps: Deps,
  orgId: string,
  id: string,
): Promise<{ bytes: Uint8Array; name: string }> {
  const row = await getInvoiceRow(deps.db, orgId, id)
  if (row.status === 'draft') throw invoiceErrors.invoice_not_issued()
  const seller = row.seller ?? (await nameAlone(deps, orgId)) ?? unnamed
  const buyer = row.buyer ?? (await buyerOf(deps.db, orgId, row.customer_id))
  const name = (row.number ?? row.id).replace(/[^A-Za-z0-9._-]/g, '-')
  return { bytes: await invoicePdf(toInvoice(row), buyer, seller), name }
}
