import {
  type CreditAmounts,
  hasRateWithoutVat,
  type InvoiceLineItem,
  invoiceErrors,
  invoiceTotals,
  type RateTotals,
  vatKey,
} from '@atrium/contracts'
import type { InvoiceRow } from './invoice.ts'

/** Throws `vat_rate_invalid` (422) if a line states a rate that its VAT category does not have. */
export function requireRatesOfCategories(lineItems: readonly InvoiceLineItem[]): void {
  const index = lineItems.findIndex(hasRateWithoutVat)
  if (index === -1) return
  const path = `lineItems.${index}.vatRateBps`
  const error = { path, message: 'Enter 0 %, or choose the standard kind of VAT' }
  throw invoiceErrors.vat_rate_invalid({ details: { errors: [error] } })
}

type Totals = Pick<
  InvoiceRow,
  'line_items' | 'vat_rate_bps' | 'subtotal_amount_cents' | 'vat_amount_cents'
>

/** Returns an invoice's net amount and VAT for each VAT treatment. */
export function listVatGroups(row: Totals): RateTotals[] {
  const { rates } = invoiceTotals(row.line_items, row.vat_rate_bps)
  return rates.length > 1
    ? rates
    : [
        {
          vatRateBps: row.vat_rate_bps,
          vatCategory: null,
          vatReason: null,
          ...rates[0],
          // The processor may have given a discount that no line states.
          netCents: Number(row.subtotal_amount_cents),
          vatCents: Number(row.vat_amount_cents),
        },
      ]
}

/** Returns what credit notes have left in each VAT treatment. */
export function listUncreditedGroups(
  row: Totals,
  rest: CreditAmounts,
  credited: readonly RateTotals[],
): RateTotals[] {
  const groups = listVatGroups(row)
  return groups.map((group) => {
    if (groups.length === 1)
      return { ...group, netCents: rest.subtotalAmountCents, vatCents: rest.vatAmountCents }
    const notes = credited.filter((part) => vatKey(part) === vatKey(group))
    return {
      ...group,
      netCents: notes.reduce((left, { netCents }) => left - netCents, group.netCents),
      vatCents: notes.reduce((left, { vatCents }) => left - vatCents, group.vatCents),
    }
  })
}
