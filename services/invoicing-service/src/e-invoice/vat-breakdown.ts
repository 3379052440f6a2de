import type { Invoice } from '@atrium/contracts'
import { invoiceTotals, lineVatCents, readLineVat } from '@atrium/contracts/document-rules'
import { findLineCategory, type TaxedParty, type VatCategory } from './vat-category.ts'

/** The invoice fields that determine VAT. */
export type VatAmounts = Pick<
  Invoice,
  'lineItems' | 'vatRateBps' | 'subtotalAmountCents' | 'vatAmountCents'
>

/** A document's VAT category and rate, with its sums in minor units. */
export interface VatGroup {
  category: VatCategory
  rateBps: number
  /** The distinct reasons stated by its lines, in line order. */
  statedReasons: string[]
  netCents: number
  vatCents: number
}

const groupKey = ({ code }: VatCategory, rateBps: number): string => `${code} ${rateBps}`

/**
 * Returns a document's VAT groups and each line's category. The standard allows one group for each
 * category and rate. A difference that no line states, such as the processor's discount, counts for
 * the largest group.
 */
export function breakDownVat(invoice: VatAmounts, seller: TaxedParty, buyer: TaxedParty) {
  const totals = invoiceTotals(invoice.lineItems, invoice.vatRateBps)
  const vats = invoice.lineItems.map((line) => readLineVat(line, invoice.vatRateBps))
  const categorize = (hasOthers: boolean) =>
    vats.map((vat) => ({
      rateBps: vat.vatRateBps,
      category: findLineCategory(vat, { seller, buyer, hasOthers }),
    }))
  const alone = categorize(false)
  const codes = new Set(alone.map(({ category }) => category.code))
  const lines = codes.has('O') && codes.size > 1 ? categorize(true) : alone
  const groups = new Map<string, VatGroup>()
  for (const [index, { category, rateBps }] of lines.entries()) {
    const { netCents = 0, vatCents = 0 } = totals.lines[index] ?? {}
    const key = groupKey(category, rateBps)
    const group = groups.get(key) ?? {
      category,
      rateBps,
      statedReasons: [],
      netCents: 0,
      vatCents: 0,
    }
    const reason = vats[index]?.vatReason
    if (reason != null && !group.statedReasons.includes(reason)) group.statedReasons.push(reason)
    group.netCents += netCents
    group.vatCents += vatCents
    groups.set(key, group)
  }
  const sorted = [...groups.values()].toSorted((one, other) => other.rateBps - one.rateBps)
  const largest = sorted.toSorted((one, other) => other.netCents - one.netCents)[0]
  if (largest !== undefined) {
    largest.netCents += invoice.subtotalAmountCents - totals.subtotalAmountCents
    largest.vatCents += invoice.vatAmountCents - totals.vatAmountCents
  }
  return { groups: sorted, lines, largest }
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

/**
 * Returns the VAT and the rounding to state for a group. The platform rounds VAT per line and the
 * standard per group, with a tolerance below one currency unit (BR-CO-17). If the difference is
 * larger, the group's VAT is stated, and the difference becomes the rounding of the payable amount
 * (BT-114).
 */
export function vatAndRounding(
  { netCents, vatCents, rateBps }: Pick<VatGroup, 'netCents' | 'vatCents' | 'rateBps'>,
  decimals: number,
) {
  const stated = BigInt(vatCents)
  const exact = lineVatCents(BigInt(netCents), rateBps)
  const tolerated = rateBps > 0 && absolute(stated - exact) < 10n ** BigInt(decimals) - 1n
  return tolerated ? { tax: stated, rounding: 0n } : { tax: exact, rounding: stated - exact }
}
