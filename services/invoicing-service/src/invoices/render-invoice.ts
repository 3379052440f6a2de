import { getCustomerRow, toCustomer } from '../customers/read-customers.ts'
import type { Deps } from '../deps.ts'
import { invoicePdf } from '../pdf/invoice-pdf.ts'
import { invoiceErrors, toInvoice } from './invoice.ts'
import { getInvoiceRow } from './invoices.db.ts'
import { unnamed } from './seller.ts'
import { nameAlone } from './stand-in.ts'

/** Our own rendering of a finalized invoice, with seller and buyer as they were when it was finalized. Throws `invoice_not_issued` (409) for a draft. */
export async function renderInvoice(
  deps: Deps,
  orgId: string,
  id: string,
): Promise<{ bytes: Uint8Array; name: string }> {
  const row = await getInvoiceRow(deps.db, orgId, id)
  if (row.status === 'draft') throw invoiceErrors.invoice_not_issued()
  const seller = row.seller ?? (await nameAlone(deps, orgId)) ?? unnamed
  const buyer = row.buyer ?? toCustomer(await getCustomerRow(deps.db, orgId, row.customer_id))
  const name = (row.number ?? row.id).replace(/[^A-Za-z0-9._-]/g, '-')
  return { bytes: await invoicePdf(toInvoice(row), buyer, seller), name }
}
