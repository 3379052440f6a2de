import { formatIban, paymentCodeText } from '@atrium/contracts/document-rules'
import { rgb } from '@cantoo/pdf-lib'
import { findPaymentMeans } from '../e-invoice/payment-means.ts'
import { calculateDue } from './document-content.ts'
import type { Drawing } from './drawing.ts'
import { paymentCodeRows } from './payment-code.ts'
import { grey, page, right } from './sheet.ts'

const codeSize = 84
const labelWidth = 90
const leading = 14

/** Returns the rows and the code that say how to pay, or null if nothing is to be paid. */
function layOutPayment({ sheet, content, words }: Drawing) {
  const amountCents = calculateDue(content)
  const { invoice, credits, estimate } = content
  if (credits !== undefined || estimate !== undefined || amountCents <= 0) return null
  const means = findPaymentMeans(content, true)
  const url = invoice.publicUrl ?? invoice.paymentsHostedInvoiceUrl
  const account = means?.account
  const rows = [
    [words.accountHolder, account?.holder],
    ['IBAN', account && formatIban(account.iban)],
    ['BIC', account?.bic],
    [words.bank, account && content.seller.bankName],
    [words.paymentReference, account && means?.reference],
    [words.payOnline, url],
  ].filter((row): row is [string, string] => typeof row[1] === 'string' && row[1] !== '')
  if (rows.length === 0) return null
  const text = means && paymentCodeText(means, { amountCents, currency: invoice.currency })
  const width = right - page.margin - labelWidth - (text === null ? 0 : codeSize + 14)
  const lines = rows.flatMap(([label, value]) =>
    sheet.wrap(value, width).map((line, index) => [index === 0 ? label : '', line] as const),
  )
  const height = Math.max(lines.length * leading, text === null ? 0 : codeSize) + 40
  return { lines, text, height }
}

/** Returns the height of how to pay, in points. */
export const measurePayment = (drawing: Drawing): number => layOutPayment(drawing)?.height ?? 0

/** Draws how to pay: the bank account with a code for banking apps, and the page to pay on. */
export function drawPayment(drawing: Drawing): void {
  const { sheet, words, brand } = drawing
  const payment = layOutPayment(drawing)
  if (payment === null) return
  const { lines, text, height } = payment
  sheet.keep(height)
  sheet.text(words.howToPay, page.margin, { bold: true, color: brand.text })
  const top = sheet.y
  if (text !== null) drawCode(drawing, paymentCodeRows(text), top)
  for (const [label, line] of lines) {
    sheet.down(leading)
    if (label !== '') sheet.text(label, page.margin, { color: grey })
    sheet.text(line, page.margin + labelWidth)
  }
  if (text !== null) sheet.y = Math.min(sheet.y, top - codeSize)
  sheet.down(26)
}

/** Draws a QR code at the right edge. Neighbouring dark modules in a row are one rectangle. */
function drawCode({ sheet }: Drawing, rows: readonly boolean[][], top: number): void {
  const module = codeSize / rows.length
  const left = right - codeSize
  for (const [row, cells] of rows.entries()) {
    for (let from = 0; from < cells.length; from += 1) {
      if (!cells[from]) continue
      let to = from
      while (cells[to + 1]) to += 1
      sheet.page.drawRectangle({
        x: left + from * module,
        y: top + 8 - (row + 1) * module,
        width: (to - from + 1) * module,
        height: module,
        color: rgb(0, 0, 0),
      })
      from = to
    }
  }
}
