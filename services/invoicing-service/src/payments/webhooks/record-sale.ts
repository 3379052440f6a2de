import { type InvoiceLineItem, InvoicePaid, newId } from '@atrium/contracts'
import { emit, json } from '@atrium/database'
import type { Transaction } from '../../database.ts'
import { eventDataOf, insertMirroredInvoice } from '../../invoices/record-mirrored.ts'
import { type Buyer, upsertBuyer } from './upsert-buyer.ts'

export interface Sale {
  source: 'one_off' | 'recurring'
  buyer: Buyer
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

/** The org whose connected account this is; undefined for an unknown account. */
export async function orgOfAccount(tx: Transaction, accountId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payment_accounts')
    .select('org_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.org_id
}

/** The org's offer that the metadata of our own checkout names; undefined for a sale that began elsewhere. */
export async function offerOfSale(
  tx: Transaction,
  orgId: string,
  metadata: Readonly<Record<string, string>> | null | undefined,
): Promise<{ id: string; name: string; priceCents: number | null } | undefined> {
  const offerId = metadata?.['offer_id']
  if (offerId === undefined) return undefined
  const row = await tx
    .selectFrom('offers')
    .select(['id', 'name', 'price_cents'])
    .where('org_id', '=', orgId)
    .where('id', '=', offerId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { id, name, price_cents: price } = row
  return { id, name, priceCents: price === null ? null : Number(price) }
}

/**
 * Records a sale that the processor made: the buyer as a customer, the sale as a paid invoice. Recorded, never
 * issued: it takes no number of the org's sequence. A sale on record (by processor invoice or session) stays.
 */
export async function recordSale(
  tx: Transaction,
  orgId: string,
  accountId: string,
  sale: Sale,
): Promise<void> {
  const customerId = await upsertBuyer(tx, orgId, accountId, sale.buyer)
  const vatCents = sale.totalCents - sale.netCents
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
    payments_invoice_id: sale.processorInvoiceId,
    payments_session_id: sale.sessionId,
    payments_account_id: accountId,
    payments_hosted_invoice_url: sale.hostedInvoiceUrl,
    payments_invoice_pdf_url: sale.invoicePdf,
  })
  if (row !== undefined) await emit(tx, InvoicePaid, orgId, eventDataOf(row))
}

// The rate that the amounts show, for display; the amounts themselves are the processor's.
const rateOf = (vatCents: number, netCents: number): number =>
  netCents <= 0 || vatCents <= 0 ? 0 : Math.min(10_000, Math.round((vatCents * 10_000) / netCents))
