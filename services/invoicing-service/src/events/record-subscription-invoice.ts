import type { InvoiceLineItem } from '@atrium/contracts'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { isPlanSale } from '../entitlements/plan-checkout.ts'
import { recordSale } from '../invoices/processor/record-sale.ts'
import { findOfferOfSale } from '../offers/get-offer.ts'
import { orgOfAccount } from '../processor/accounts.ts'
import type { InvoiceObject } from '../processor/event.ts'
import { cutText } from '../processor/processor.ts'

interface Stated {
  account: string
  invoice: InvoiceObject
  /** Seconds since 1970. Used as sale time if the invoice has none. */
  statedAt: number
}

/**
 * Records the paid invoice of a subscription from a public checkout. Returns false if the account
 * is unknown, the billing reason is another one, or the sale is a plan, which the operator does not
 * mirror.
 */
export async function recordSubscriptionInvoice(
  deps: Pick<Deps, 'config' | 'newId'>,
  tx: Transaction,
  { account: accountId, invoice, statedAt }: Stated,
): Promise<boolean> {
  if (!invoice.billing_reason?.startsWith('subscription')) return false
  const sold = invoice.parent?.subscription_details ?? invoice.subscription_details
  if (await isPlanSale(deps, tx, accountId, sold)) return false
  const orgId = await orgOfAccount(tx, accountId)
  if (orgId === undefined) return false
  const total = invoice.total ?? invoice.amount_paid ?? 0
  const net = invoice.total_excluding_tax ?? invoice.subtotal ?? total
  const soldAt = new Date(
    (invoice.status_transitions?.finalized_at ?? invoice.created ?? statedAt) * 1000,
  )
  const offer = await findOfferOfSale(tx, orgId, sold?.metadata)
  await recordSale(deps, tx, {
    orgId,
    accountId,
    sale: {
      buyer: {
        processorCustomerId: invoice.customer,
        email: invoice.customer_email ?? null,
        name: invoice.customer_name ?? null,
        address: invoice.customer_address,
      },
      lineItems: linesOfSale(invoice, net),
      netCents: net,
      totalCents: total,
      columns: {
        source: 'recurring',
        number: invoice.number ?? null,
        currency: invoice.currency ?? 'eur',
        issue_date: soldAt,
        due_date: invoice.due_date == null ? soldAt : new Date(invoice.due_date * 1000),
        offer_id: offer?.id ?? null,
        ...findPeriod(invoice.lines),
        payments_invoice_id: invoice.id,
        payments_hosted_invoice_url: invoice.hosted_invoice_url ?? null,
        payments_invoice_pdf_url: invoice.invoice_pdf ?? null,
      },
    },
  })
  return true
}

function findPeriod(lines: InvoiceObject['lines']) {
  const starts = lines.flatMap(({ period }) => period?.start ?? [])
  const ends = lines.flatMap(({ period }) => period?.end ?? [])
  if (starts.length === 0 || ends.length === 0) return {}
  return {
    service_from: new Date(Math.min(...starts) * 1000),
    service_until: new Date(Math.max(...ends) * 1000),
  }
}

/**
 * Returns the lines of the event, either before the discount, or after the discount and without
 * included tax. If neither adds up, returns one line over `netCents`, because the difference would
 * look like a discount or surcharge that nobody gave.
 */
function linesOfSale({ lines, hasMoreLines, discountCents }: InvoiceObject, netCents: number) {
  const whole = [{ description: 'Subscription', quantity: 1, unitAmountCents: netCents }]
  if (hasMoreLines || lines.length === 0) return whole
  const stated = toItems(lines, 'amount')
  if (sumItems(stated) - discountCents === netCents) return stated
  const nets = toItems(lines, 'net')
  return sumItems(nets) === netCents ? nets : whole
}

// A line without an amount makes the sum invalid.
const toItems = (lines: InvoiceObject['lines'], amount: 'amount' | 'net'): InvoiceLineItem[] =>
  lines.map((line) => ({
    description: cutText(line.description ?? '', 500) || 'Subscription',
    quantity: 1,
    unitAmountCents: line[amount] ?? Number.NaN,
  }))

const sumItems = (items: readonly InvoiceLineItem[]): number =>
  items.reduce((sum, { unitAmountCents }) => sum + unitAmountCents, 0)
