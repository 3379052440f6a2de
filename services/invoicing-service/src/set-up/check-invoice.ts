import type { InvoiceCheck } from '@atrium/contracts'
import { getBuyer } from '../customers/billed-customer.ts'
import type { Ctx, Deps } from '../deps.ts'
import { getInvoice } from '../invoices/get-invoice.ts'
import { requireMove } from '../invoices/invoice-moves.ts'
import { listInvoiceWarnings } from '../invoices/invoice-warnings.ts'
import { eInvoiceWarnings, sellerToFreeze } from '../invoices/seller.ts'

/** Returns what a draft lacks before it is issued. Throws `not_found`, `invoice_not_draft` (409). */
export async function checkInvoice(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  id: string,
): Promise<InvoiceCheck> {
  const { db } = deps
  const draft = await getInvoice(db, orgId, id)
  requireMove('change', draft)
  const { seller, stored } = await sellerToFreeze(deps, orgId)
  const buyer = await getBuyer(db, orgId, draft.customer_id)
  return {
    warnings: await listInvoiceWarnings(deps, orgId, { seller: stored, invoice: draft }),
    eInvoiceWarnings: eInvoiceWarnings({ ...draft, seller, buyer }),
  }
}
