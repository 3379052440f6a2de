import { getCustomerRow } from '../customers/read-customers.ts'
import type { Deps } from '../deps.ts'
import { invoicePdf } from '../pdf/invoice-pdf.ts'
import { invoiceErrors, toInvoice } from './invoice.ts'
import { getInvoiceRow } from './invoices.db.ts'
import { getSeller } from './seller.ts'

/** Our own rendering of a finalized invoice. Throws `invoice_not_issued` (409) for a draft. */
export async function renderInvoice(
  deps: Deps,
  orgId: string,
  id: string,
): Promise<{ bytes: Uint8Array; name: string }> {
  const row = await getInvoiceRow(deps.db, orgId, id)
  if (row.status === 'draft') throw invoiceErrors.invoice_not_issued()
  const [customer, seller] = await Promise.all([
    getCustomerRow(deps.db, orgId, row.customer_id),
    getSeller(deps.db, orgId),
  ])
  const name = (row.number ?? row.id).replace(/[^A-Za-z0-9._-]/g, '-')
  return { bytes: await invoicePdf(toInvoice(row), customer, seller), name }
}
