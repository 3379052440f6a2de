import { invoiceTotals } from '@atrium/contracts/document-rules'
import { breakDownVat } from '../e-invoice/vat-breakdown.ts'
import { calculateDue } from './document-content.ts'
import { filled } from './document-words.ts'
import { type Drawing, gap } from './drawing.ts'
import { right } from './sheet.ts'

const leading = 18
const below = 34

export const measureTotals = (drawing: Drawing): number =>
  listTotals(drawing).length * leading + below

/** Returns the ledger amounts, the difference to the lines, and what is settled. */
function listTotals({
  content,
  words,
  format,
  seller,
  buyer,
}: Drawing): Array<[string, number, boolean]> {
  const { invoice } = content
  const { subtotalAmountCents: net, totalAmountCents, vatRateBps, status } = invoice
  const unstated = net - invoiceTotals(invoice.lineItems, vatRateBps).subtotalAmountCents
  const groups = breakDownVat(invoice, seller, buyer).groups.map(
    ({ rateBps, netCents, vatCents }): [string, number, boolean] => {
      const values = { rate: format.rate(rateBps), base: format.amount(netCents) }
      return [filled(words.base, values), vatCents, false]
    },
  )
  const rows: Array<[string, number, boolean]> = [
    [words.net, net, false],
    ...groups,
    [words.total, totalAmountCents, true],
  ]
  if (unstated !== 0) rows.unshift([unstated < 0 ? words.allowance : words.charge, unstated, false])
  if (content.credits !== undefined) return rows
  const { creditedCents, paidCents } = invoice
  if (creditedCents > 0) rows.push([words.creditedAmount, -creditedCents, false])
  if (status === 'paid' || paidCents > 0) rows.push([words.paidAmount, -paidCents, false])
  if (status === 'void') rows.push([words.void, creditedCents - totalAmountCents, false])
  if (creditedCents > 0 || paidCents > 0 || status !== 'open')
    rows.push([words.amountDue, calculateDue(content), false])
  return rows
}

export function drawTotals(drawing: Drawing): void {
  const { sheet, format, brand } = drawing
  sheet.rule(brand.line)
  const rows = listTotals(drawing)
  const amounts = rows.map(([, cents, bold]) => sheet.widthOf(format.amount(cents), { bold }))
  const edge = right - Math.max(72, ...amounts) - gap
  for (const [label, cents, bold] of rows) {
    sheet.down(leading)
    sheet.textToLeftOf(label, edge, { bold })
    sheet.textToLeftOf(format.amount(cents), right, { bold })
  }
  sheet.down(below)
}
