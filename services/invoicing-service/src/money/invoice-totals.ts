import type { InvoiceLineItem } from '@atrium/contracts'
import { lineTotalCents, lineVatCents } from './rounding.ts'

export interface LineTotals {
  netCents: number
  vatCents: number
}

/** Sums in minor units; VAT is rounded per line, then summed (docs/reference/invoicing.md, "Arithmetic"). */
export interface InvoiceTotals {
  subtotalAmountCents: number
  vatAmountCents: number
  totalAmountCents: number
  lines: LineTotals[]
}

/** The totals of a document. Exact; throws `RangeError` beyond what a JSON number holds exactly. */
export function invoiceTotals(lineItems: readonly InvoiceLineItem[], vatRateBps: number): InvoiceTotals {
  let subtotal = 0n
  let vat = 0n
  const lines = lineItems.map(({ quantity, unitAmountCents }) => {
    const net = lineTotalCents(quantity, unitAmountCents)
    const tax = lineVatCents(net, vatRateBps)
    subtotal += net
    vat += tax
    return { netCents: safe(net), vatCents: safe(tax) }
  })
  return {
    subtotalAmountCents: safe(subtotal),
    vatAmountCents: safe(vat),
    totalAmountCents: safe(subtotal + vat),
    lines,
  }
}

function safe(cents: bigint): number {
  const value = Number(cents)
  if (!Number.isSafeInteger(value)) throw new RangeError('The amount is too large')
  return value
}
