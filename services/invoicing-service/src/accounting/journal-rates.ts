import { type RateTotals, readLineVat } from '@atrium/contracts'
import { listUncreditedGroups, listVatGroups } from '../invoices/vat-groups.ts'
import type { EventRow } from './journal.db.ts'
import type { RateAmounts } from './journal.ts'

/**
 * Returns the amounts of each rate. Returns null if they are not known, or if the processor gave
 * amounts that the lines do not add up to, because an entry must balance.
 */
function toRates(
  groups: readonly RateTotals[] | null,
  sums: { netCents: bigint; vatCents: bigint },
): RateAmounts[] | null {
  if (groups === null || groups.length === 0) return null
  const rates = groups.map(({ vatRateBps, netCents, vatCents }) => ({
    vatRateBps,
    netCents: BigInt(netCents),
    vatCents: BigInt(vatCents),
  }))
  const net = rates.reduce((sum, { netCents }) => sum + netCents, 0n)
  const vat = rates.reduce((sum, { vatCents }) => sum + vatCents, 0n)
  return net === sums.netCents && vat === sums.vatCents ? rates : null
}

/** Returns the amounts of each rate of an event's document and of what credit notes have left. */
export function listRates(row: EventRow) {
  const { kind, noteGroups, subtotal, vat, open, openVat } = row
  const ofDocument = { netCents: BigInt(subtotal), vatCents: BigInt(vat) }
  if (kind === 'credited') return { rates: toRates(noteGroups, ofDocument), openRates: null }
  const invoice = {
    line_items: row.line_items,
    vat_rate_bps: row.vat_rate_bps,
    subtotal_amount_cents: row.invoiceSubtotal,
    vat_amount_cents: row.invoiceVat,
  }
  const left = { netCents: BigInt(open) - BigInt(openVat), vatCents: BigInt(openVat) }
  const rest = {
    subtotalAmountCents: Number(left.netCents),
    vatAmountCents: Number(left.vatCents),
    totalAmountCents: Number(open),
  }
  const uncredited = listUncreditedGroups(invoice, rest, row.creditedGroups?.flat() ?? [])
  return {
    rates: kind === 'issued' ? toRates(listVatGroups(invoice), ofDocument) : null,
    openRates: toRates(uncredited, left),
  }
}

/** Returns the VAT rate of an invoice, or null if its lines have different rates. */
export function findSingleRate({ line_items, vat_rate_bps }: EventRow): number | null {
  const rates = new Set(line_items.map((line) => readLineVat(line, vat_rate_bps).vatRateBps))
  const [rate = vat_rate_bps] = rates
  return rates.size > 1 ? null : rate
}
