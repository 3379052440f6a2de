import type { InvoiceLineItem } from '@atrium/contracts'
import type { InvoiceObject } from '../processor/event.ts'
import { cutText } from '../processor/processor.ts'

/**
 * The stated lines, before the discount or without it and included tax, else one line over `netCents`: lines that do
 * not add up would claim a discount or a surcharge that nobody gave.
 */
export function linesOfSale({ lines, hasMoreLines, discountCents }: InvoiceObject, netCents: number) {
  const whole = [{ description: 'Subscription', quantity: 1, unitAmountCents: netCents }]
  if (hasMoreLines || lines.length === 0) return whole
  const stated = itemsOf(lines, 'amount')
  if (sumOf(stated) - discountCents === netCents) return stated
  const nets = itemsOf(lines, 'net')
  return sumOf(nets) === netCents ? nets : whole
}

// A line without an amount adds up to nothing.
const itemsOf = (lines: InvoiceObject['lines'], amount: 'amount' | 'net'): InvoiceLineItem[] =>
  lines.map((line) => ({
    description: cutText(line.description ?? '', 500) || 'Subscription',
    quantity: 1,
    unitAmountCents: line[amount] ?? Number.NaN,
  }))

const sumOf = (items: readonly InvoiceLineItem[]): number =>
  items.reduce((sum, { unitAmountCents }) => sum + unitAmountCents, 0)
