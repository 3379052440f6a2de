import type { InvoiceLineItem, VatCategory } from '../invoice-lines.ts'
import { lineTotalCents, lineVatCents } from './rounding.ts'

export interface LineTotals {
  netCents: number
  vatCents: number
}

/** A line's VAT treatment. */
export interface LineVat {
  vatRateBps: number
  /** Null if only the rate is known, as in documents without categories. */
  vatCategory: VatCategory | null
  vatReason: string | null
}

/** The net amount and VAT of all lines with the same treatment, in minor units. */
export interface RateTotals extends LineTotals, LineVat {}

/**
 * Sums in minor units. VAT is rounded per line and then summed (docs/reference/invoicing.md,
 * "Arithmetic").
 */
export interface InvoiceTotals {
  subtotalAmountCents: number
  vatAmountCents: number
  totalAmountCents: number
  lines: LineTotals[]
  /** One entry per VAT treatment in the document, highest rate first. */
  rates: RateTotals[]
}

type VatFields = Partial<Pick<InvoiceLineItem, 'vatRateBps' | 'vatCategory' | 'vatReason'>>

/** The line fields for the totals. */
export type PricedLine = Pick<InvoiceLineItem, 'quantity' | 'unitAmountCents'> &
  Partial<Pick<InvoiceLineItem, 'discountBps'>> &
  VatFields

/**
 * Returns a line's VAT treatment in a document with this rate. If a line has another category than
 * `standard`, its rate is 0, whatever the document's rate is.
 */
export function readLineVat(
  { vatRateBps, vatCategory, vatReason }: VatFields,
  documentRateBps: number,
): LineVat {
  const isFree = vatCategory !== undefined && vatCategory !== 'standard'
  const rate = isFree ? 0 : (vatRateBps ?? documentRateBps)
  return {
    vatRateBps: rate,
    vatCategory: isFree ? vatCategory : null,
    vatReason: rate === 0 ? (vatReason ?? null) : null,
  }
}

/** Identifies a document's lines with the same VAT treatment. */
export const vatKey = ({ vatRateBps, vatCategory, vatReason }: LineVat): string =>
  JSON.stringify([vatRateBps, vatCategory, vatReason])

/**
 * Returns a document's totals, with the same result on the server and in an editor. `vatRateBps`
 * applies to the lines without their own rate. The result is exact. Throws `RangeError` if an
 * amount exceeds what a JSON number holds exactly, or if a quantity has more than four decimals.
 */
export function invoiceTotals(lineItems: readonly PricedLine[], vatRateBps: number): InvoiceTotals {
  let subtotal = 0n
  let vat = 0n
  const groups = new Map<string, { of: LineVat; net: bigint; vat: bigint }>()
  const lines = lineItems.map((line) => {
    const of = readLineVat(line, vatRateBps)
    const net = lineTotalCents(line.quantity, line.unitAmountCents, line.discountBps)
    const tax = lineVatCents(net, of.vatRateBps)
    const key = vatKey(of)
    const group = groups.get(key) ?? { of, net: 0n, vat: 0n }
    groups.set(key, { of, net: group.net + net, vat: group.vat + tax })
    subtotal += net
    vat += tax
    return { netCents: safe(net), vatCents: safe(tax) }
  })
  return {
    subtotalAmountCents: safe(subtotal),
    vatAmountCents: safe(vat),
    totalAmountCents: safe(subtotal + vat),
    lines,
    rates: [...groups.values()]
      .map((group) => ({ ...group.of, netCents: safe(group.net), vatCents: safe(group.vat) }))
      .toSorted((one, other) => other.vatRateBps - one.vatRateBps),
  }
}

function safe(cents: bigint): number {
  const value = Number(cents)
  if (!Number.isSafeInteger(value)) throw new RangeError('The amount is too large')
  return value
}
