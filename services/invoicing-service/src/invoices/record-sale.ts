import { type InvoiceLineItem, InvoicePaid, newId } from '@atrium/contracts'
import { emit, json } from '@atrium/database'
import { buyerOf } from '../customers/billed-customer.ts'
import { type ProcessorBuyer, upsertBuyer } from '../customers/upsert-buyer.ts'
import type { Transaction } from '../database.ts'
import { eventDataOf } from './invoice.ts'
import { insertMirroredInvoice } from './invoices.db.ts'
import { findSeller } from './seller.ts'

/** A sale that the processor made; amounts in minor units. */
export interface Sale {
  source: 'one_off' | 'recurring'
  buyer: ProcessorBuyer
  currency: string
  lineItems: InvoiceLineItem[]
  netCents: number
  totalCents: number
  number: string | null
  soldAt: Date
  dueDate: Date | null
  offerId: string | null
  processorInvoiceId: string | null
  sessionId: string | null
  hostedInvoiceUrl: string | null
  invoicePdf: string | null
}

/**
 * Records a sale: the buyer as a customer, the sale as a paid invoice with the processor's number, if any. A sale that
 * is recorded already (by the processor's invoice or session) is not changed.
 */
export async function recordSale(
  tx: Transaction,
  orgId: string,
  accountId: string,
  sale: Sale,
): Promise<void> {
  const customerId = await upsertBuyer(tx, orgId, accountId, sale.buyer)
  const vatCents = sale.totalCents - sale.netCents
  const seller = await findSeller(tx, orgId)
  const row = await insertMirroredInvoice(tx, {
    id: newId('inv'),
    org_id: orgId,
    customer_id: customerId,
    offer_id: sale.offerId,
    source: sale.source,
    status: 'paid',
    number: sale.number,
    currency: sale.currency.toUpperCase(),
    line_items: json(sale.lineItems),
    vat_rate_bps: rateOf(vatCents, sale.netCents),
    subtotal_amount_cents: sale.netCents,
    vat_amount_cents: vatCents,
    total_amount_cents: sale.totalCents,
    issue_date: sale.soldAt,
    due_date: sale.dueDate ?? sale.soldAt,
    ...(seller === undefined ? {} : { seller: json(seller) }),
    buyer: json(await buyerOf(tx, orgId, customerId)),
    payments_invoice_id: sale.processorInvoiceId,
    payments_session_id: sale.sessionId,
    payments_account_id: accountId,
    payments_hosted_invoice_url: sale.hostedInvoiceUrl,
    payments_invoice_pdf_url: sale.invoicePdf,
  })
  if (row !== undefined) await emit(tx, InvoicePaid, orgId, eventDataOf(row))
}

// The rate of the amounts, for display; the amounts are the processor's.
const rateOf = (vatCents: number, netCents: number): number =>
  netCents <= 0 || vatCents <= 0 ? 0 : Math.min(10_000, Math.round((vatCents * 10_000) / netCents))
