import { type InvoiceLineItem, VatCategory } from '@atrium/contracts'
import { parseRate } from '../money/amounts/amount.ts'

/** The optional fields of a line as typed. Rates are in percent. */
export interface LineOptions {
  readonly unit: string
  readonly discount: string
  readonly rate: string
  readonly category: string
  readonly reason: string
}

export const noOptions: LineOptions = { unit: '', discount: '', rate: '', category: '', reason: '' }

/** The names of the VAT categories. Without one, the rate and the customer's country decide. */
export const categoryLabels: Readonly<Record<VatCategory, string>> = {
  standard: 'VAT is charged',
  zero: 'Zero rate',
  exempt: 'Exempt',
  reverse_charge: 'Reverse charge: the customer pays the VAT',
  intra_community: 'Goods to another EU country',
  export: 'Export outside the EU',
  outside_scope: 'Not subject to VAT',
}

type Extra = Omit<InvoiceLineItem, 'description' | 'quantity' | 'unitAmountCents'>

const percent = (bps: number | undefined): string => (bps === undefined ? '' : String(bps / 100))

/** True if a category has a rate above 0 %. */
export const isTaxed = (category: string): boolean => category === '' || category === 'standard'

/** Returns the typed fields of a stored line, or undefined if it has none. */
export function toOptions(line: Extra): LineOptions | undefined {
  const { unit, discountBps, vatRateBps, vatCategory, vatReason } = line
  const options = {
    unit: unit ?? '',
    discount: percent(discountBps),
    rate: percent(vatRateBps),
    category: vatCategory ?? '',
    reason: vatReason ?? '',
  }
  return Object.values(options).every((value) => value === '') ? undefined : options
}

/** Returns the request's fields. A percentage that cannot be parsed becomes NaN. */
export function toExtra(options: LineOptions | undefined): Extra {
  if (options === undefined) return {}
  const { unit, discount, rate, category, reason } = options
  const vatCategory = VatCategory.safeParse(category).data
  return {
    ...(unit.trim() !== '' && { unit: unit.trim() }),
    ...(discount.trim() !== '' && { discountBps: parseRate(discount) ?? Number.NaN }),
    ...(rate.trim() !== '' && isTaxed(category) && { vatRateBps: parseRate(rate) ?? Number.NaN }),
    ...(vatCategory !== undefined && { vatCategory }),
    ...(reason.trim() !== '' && { vatReason: reason.trim() }),
  }
}
