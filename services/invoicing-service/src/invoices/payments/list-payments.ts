import type { PaymentListQuery } from '@atrium/contracts'
import type { Ctx, Deps } from '../../deps.ts'
import { getInvoiceRow } from '../invoices.db.ts'
import { toInvoicePayment, unstoredPayment } from './payment.ts'
import { listPaymentRows } from './payments.db.ts'

/**
 * Returns a page of an invoice's payments, newest first. A payment without a row closed
 * the invoice, so it comes first. Throws `not_found`.
 */
export async function listPayments(
  deps: Deps,
  { principal }: Ctx,
  { id, query }: { id: string; query: PaymentListQuery },
) {
  const invoice = await getInvoiceRow(deps.db, principal.orgId, id)
  const first = unstoredPayment(invoice)
  if (first === undefined) {
    const { rows, ...page } = await listPaymentRows(deps.db, invoice, query)
    return { items: rows.map(toInvoicePayment), ...page }
  }
  const isFirst = query.offset === 0
  const { rows, total } = await listPaymentRows(deps.db, invoice, {
    limit: isFirst ? query.limit - 1 : query.limit,
    offset: isFirst ? 0 : query.offset - 1,
  })
  const items = rows.map(toInvoicePayment)
  return { items: isFirst ? [first, ...items] : items, ...query, total: total + 1 }
}
