import type { InvoiceLineItem } from '@atrium/contracts'
import { invoiceTotals, readLineVat } from '@atrium/contracts/document-rules'
import { type Drawing, gap } from './drawing.ts'
import { grey, page, right } from './sheet.ts'
import { readsRightToLeft } from './visual-runs.ts'

const leading = 13
const rowGap = 18
const headHeight = 20

/**
 * Returns the right edges of the number columns, sized by the longest numbers, and the width left
 * for descriptions. Each line shows its VAT rate if there are several.
 */
function layOutColumns({ sheet, content, words, format }: Drawing) {
  const { lineItems, vatRateBps } = content.invoice
  const { lines, rates, totalAmountCents } = invoiceTotals(lineItems, vatRateBps)
  const widest = (heading: string, least: number, texts: readonly string[]): number => {
    const longest = texts.reduce((found, text) => (text.length > found.length ? text : found), '')
    return Math.max(least, sheet.widthOf(heading, { bold: true }), sheet.widthOf(longest))
  }
  const amounts = lines.map(({ netCents }) => format.amount(netCents))
  const total = widest(words.net, 72, [...amounts, format.amount(totalAmountCents)])
  const hasRates = new Set(rates.map((rate) => rate.vatRateBps)).size > 1
  const rate = right - total - gap
  const prices = lineItems.map(({ unitAmountCents }) => format.amount(unitAmountCents))
  const unit = hasRates ? rate - widest(words.vatColumn, 32, ['19.99 %']) - gap : rate
  const quantity = unit - widest(words.unitPrice, 72, prices) - gap
  const quantities = lineItems.map((line) => formatQuantity(line, format))
  const room = quantity - widest(words.quantity, 40, quantities) - gap - page.margin
  return { unit, rate: hasRates ? rate : null, quantity, width: room }
}

type Columns = ReturnType<typeof layOutColumns>

const formatQuantity = (
  { quantity, unit }: Pick<InvoiceLineItem, 'quantity' | 'unit'>,
  format: Drawing['format'],
): string =>
  unit === undefined ? format.quantity(quantity) : `${format.quantity(quantity)} ${unit}`

function drawColumns({ sheet, words, brand }: Drawing, columns: Columns): void {
  sheet.text(words.description, page.margin, { bold: true })
  sheet.textToLeftOf(words.quantity, columns.quantity, { bold: true })
  sheet.textToLeftOf(words.unitPrice, columns.unit, { bold: true })
  if (columns.rate !== null) sheet.textToLeftOf(words.vatColumn, columns.rate, { bold: true })
  sheet.textToLeftOf(words.net, right, { bold: true })
  sheet.down(6)
  sheet.rule(brand.line)
  sheet.down(headHeight - 6)
}

/** Returns the lines of a row and its height without the gap below it. */
function layOutRow({ sheet, words, format }: Drawing, line: InvoiceLineItem, columns: Columns) {
  const { discountBps = 0 } = line
  const discount = discountBps === 0 ? [] : [`${words.allowance} ${format.rate(discountBps)}`]
  const [first = '', ...rest] = sheet.wrapLines(line.description, columns.width)
  return { first, rest, discount, height: (rest.length + discount.length) * leading }
}

/** Returns the height of the table of the lines, or a part of it if it exceeds the limit. */
export function measureLines(drawing: Drawing, limit: number): number {
  const columns = layOutColumns(drawing)
  let height = headHeight
  for (const line of drawing.content.invoice.lineItems) {
    height += layOutRow(drawing, line, columns).height + rowGap
    if (height > limit) break
  }
  return height
}

/**
 * Draws the lines as a table, with its head on each page. A row is not split unless it is higher
 * than a page.
 */
export function drawLines(drawing: Drawing): void {
  const { sheet, content, format } = drawing
  const { lineItems, vatRateBps } = content.invoice
  const columns = layOutColumns(drawing)
  drawColumns(drawing, columns)
  const totals = invoiceTotals(lineItems, vatRateBps)
  for (const [index, line] of lineItems.entries()) {
    const rightToLeft = readsRightToLeft(line.description)
    const { first, rest, discount, height } = layOutRow(drawing, line, columns)
    if (sheet.keep(height)) drawColumns(drawing, columns)
    sheet.textIn(first, page.margin, columns.width, { rightToLeft })
    sheet.textToLeftOf(formatQuantity(line, format), columns.quantity)
    sheet.textToLeftOf(format.amount(line.unitAmountCents), columns.unit)
    if (columns.rate !== null) {
      const vat = readLineVat(line, vatRateBps)
      sheet.textToLeftOf(format.rate(vat.vatRateBps), columns.rate)
    }
    sheet.textToLeftOf(format.amount(totals.lines[index]?.netCents ?? 0), right)
    for (const more of rest) {
      if (sheet.down(leading)) drawColumns(drawing, columns)
      sheet.textIn(more, page.margin, columns.width, { rightToLeft })
    }
    for (const more of discount) {
      if (sheet.down(leading)) drawColumns(drawing, columns)
      sheet.text(more, page.margin, { color: grey })
    }
    if (sheet.down(rowGap) && index < lineItems.length - 1) drawColumns(drawing, columns)
  }
}
