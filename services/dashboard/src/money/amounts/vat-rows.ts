import type { InvoiceTotals } from '@atrium/contracts'

/** The VAT of a rate. The amount is undefined while the lines are being typed. */
export type VatRow = readonly [rateBps: number, vatCents: number | undefined]

/**
 * Returns the VAT for each rate of a document. If there is only one rate, the document's own amount
 * counts, because it may come from the processor.
 */
export function listVatRows(
  rates: InvoiceTotals['rates'],
  document: { vatRateBps: number; vatAmountCents: number | undefined },
): VatRow[] {
  const byRate = new Map<number, number>()
  for (const { vatRateBps, vatCents } of rates)
    byRate.set(vatRateBps, (byRate.get(vatRateBps) ?? 0) + vatCents)
  if (byRate.size > 1) return [...byRate]
  return [[byRate.keys().next().value ?? document.vatRateBps, document.vatAmountCents]]
}
