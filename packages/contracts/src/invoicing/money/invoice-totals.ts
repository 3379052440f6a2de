import type { InvoiceLineItem } from '../invoices.ts'
import { lineTotalCents, lineVatCents } from './rounding.ts'

export interface LineTotals {
  netCents: number
  vatCents: number
}

/** The net amount and VAT of all lines with one rate, in minor units. */
export interface RateTotals extends LineTotals {
  vatRateBps: number
}

/**
 * Sums in minor units. VAT is rounded per line and then summed (docs/reference/invoicing.md,
 * "Arithmetic").
 */
export interface InvoiceTotals {
  subtotalAmountCents: number
  vatAmountCents: number
  totalAmountCents: number
  lines: LineTotals[]
  /** One entry per VAT rate in the document. */
  rates: RateTotals[]
}

/** The line fields that determine the totals. */
export type PricedLine = Pick<InvoiceLineItem, 'quantity' | 'unitAmountCents'>

/**
 * Returns a document's totals, with the same result on the server and in an editor. `vatRateBps`
 * applies to all lines. The result is exact. Throws `RangeError` if an amount exceeds what a JSON
 * number holds exactly, or if a quantity has more than four decimals.
 */
export function invoiceTotals(lineItems: readonly PricedLine[], vatRateBps: number): InvoiceTotals {
  let subtotal = 0n
  let vat = 0n
  const lines = lineItems.map(({ quantity, unitAmountCents }) => {
    const net = lineTotalCents(quantity, unitAmountCents)
    const tax = lineVatCents(net, vatRateBps)
    subtotal += net
    vat += tax
    return { netCents: safe(net), vatCents: safe(tax) }
  })
  const subtotalAmountCents = safe(subtotal)
  const vatAmountCents = safe(vat)
  return {
    subtotalAmountCents,
    vatAmountCents,
    totalAmountCents: safe(subtotal + vat),
    lines,
    rates:
      lines.length === 0
        ? []
        : [{ vatRateBps, netCents: subtotalAmountCents, vatCents: vatAmountCents }],
  }
}

function safe(cents: bigint): number {
  const value = Number(cents)
  if (!Number.isSafeInteger(value)) throw new RangeError('The amount is too large')
  return value
}
