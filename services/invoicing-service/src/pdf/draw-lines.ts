import { invoiceTotals } from '@atrium/contracts'
import { type Drawing, gap } from './drawing.ts'
import { page, right } from './sheet.ts'
import { readsRightToLeft } from './visual-runs.ts'

/**
 * Returns the right edges of the number columns, sized by the longest numbers, and the width left
 * for descriptions.
 */
function layOutColumns({ sheet, content, words, format }: Drawing) {
  const { lineItems, vatRateBps } = content.invoice
  const { lines, totalAmountCents } = invoiceTotals(lineItems, vatRateBps)
  const widest = (heading: string, least: number, texts: readonly string[]): number => {
    const longest = texts.reduce((found, text) => (text.length > found.length ? text : found), '')
    return Math.max(least, sheet.widthOf(heading, { bold: true }), sheet.widthOf(longest))
  }
  const amounts = lines.map(({ netCents }) => format.amount(netCents))
  const total = widest(words.net, 72, [...amounts, format.amount(totalAmountCents)])
  const prices = lineItems.map(({ unitAmountCents }) => format.amount(unitAmountCents))
  const unit = right - total - gap
  const quantity = unit - widest(words.unitPrice, 72, prices) - gap
  const quantities = lineItems.map((line) => format.quantity(line.quantity))
  const width = quantity - widest(words.quantity, 40, quantities) - gap - page.margin
  return { unit, quantity, width }
}

type Columns = ReturnType<typeof layOutColumns>

function drawColumns({ sheet, words, brand }: Drawing, columns: Columns): void {
  sheet.text(words.description, page.margin, { bold: true })
  sheet.textToLeftOf(words.quantity, columns.quantity, { bold: true })
  sheet.textToLeftOf(words.unitPrice, columns.unit, { bold: true })
  sheet.textToLeftOf(words.net, right, { bold: true })
  sheet.down(6)
  sheet.rule(brand.line)
  sheet.down(14)
}

/** Draws the table of the lines, with its head on each page. */
export function drawLines(drawing: Drawing): void {
  const { sheet, content, format } = drawing
  const { lineItems, vatRateBps } = content.invoice
  const columns = layOutColumns(drawing)
  drawColumns(drawing, columns)
  const totals = invoiceTotals(lineItems, vatRateBps)
  for (const [index, line] of lineItems.entries()) {
    const rightToLeft = readsRightToLeft(line.description)
    const [first = '', ...rest] = sheet.wrap(line.description, columns.width)
    sheet.textIn(first, page.margin, columns.width, { rightToLeft })
    sheet.textToLeftOf(format.quantity(line.quantity), columns.quantity)
    sheet.textToLeftOf(format.amount(line.unitAmountCents), columns.unit)
    sheet.textToLeftOf(format.amount(totals.lines[index]?.netCents ?? 0), right)
    for (const more of rest) {
      if (sheet.down(13)) drawColumns(drawing, columns)
      sheet.textIn(more, page.margin, columns.width, { rightToLeft })
    }
    if (sheet.down(18) && index < lineItems.length - 1) drawColumns(drawing, columns)
  }
}
