import type { Buyer, CreditNote, Invoice, Seller } from '@atrium/contracts'
import { PDFDocument } from '@cantoo/pdf-lib'
import { embedFonts } from './fonts.ts'
import { formatDate } from './format.ts'
import {
  drawLines,
  drawParties,
  drawTotals,
  page,
  recipientOf,
  right,
  Sheet,
  senderOf,
} from './invoice-pdf.ts'

/** A credit note with its lines; null for one over an amount. */
export type ShownCreditNote = CreditNote & { lineItems: Invoice['lineItems'] | null }

/** A credit note as an A4 PDF: seller, customer, the credited invoice, reason, lines, VAT and total. */
export async function creditNotePdf(
  note: ShownCreditNote,
  invoice: Invoice,
  buyer: Buyer,
  seller: Seller,
): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  document.setTitle(`Credit note ${note.number}`)
  document.setAuthor(seller.name)
  const issued = new Date(note.createdAt)
  document.setCreationDate(issued)
  document.setModificationDate(issued)
  const from = senderOf(seller)
  const to = recipientOf(buyer)
  const credited = creditedOf(invoice)
  const { currency, vatRateBps } = invoice
  const lineItems = note.lineItems ?? [
    { description: `Credit of ${credited}`, quantity: 1, unitAmountCents: note.subtotalAmountCents },
  ]
  const described = lineItems.map(({ description }) => description)
  const shown = [note.number, credited, note.reason, ...from, ...to, ...described]
  const sheet = new Sheet(document, await embedFonts(document, shown))
  drawHead(sheet, note, credited)
  drawParties(sheet, from, to)
  drawReason(sheet, note.reason)
  await drawLines(sheet, { lineItems, vatRateBps, currency })
  drawTotals(sheet, { ...note, vatRateBps, currency })
  return document.save()
}

const creditedOf = ({ number, id, issueDate }: Invoice): string =>
  `invoice ${number ?? id}${issueDate === null ? '' : ` of ${formatDate(issueDate)}`}`

function drawHead(sheet: Sheet, note: CreditNote, credited: string): void {
  sheet.text('Credit note', page.margin, { size: 22, bold: true })
  sheet.textToLeftOf(note.number, right, { size: 12, bold: true })
  for (const line of [`Issued ${formatDate(note.createdAt)}`, `For ${credited}`]) {
    sheet.down(16)
    sheet.textToLeftOf(line, right)
  }
  sheet.down(34)
}

function drawReason(sheet: Sheet, reason: string): void {
  sheet.text('Reason', page.margin, { muted: true })
  for (const line of sheet.wrap(reason, right - page.margin)) {
    sheet.down(14)
    sheet.text(line, page.margin)
  }
  sheet.down(30)
}
