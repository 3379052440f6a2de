import { setImmediate } from 'node:timers/promises'
import { type Buyer, type Invoice, invoiceTotals, type Seller } from '@atrium/contracts'
import { PDFDocument, type PDFPage, rgb } from '@cantoo/pdf-lib'
import { embedFonts, type Fonts } from './fonts.ts'
import { formatAmount, formatDate, formatRate } from './format.ts'

export const page = { width: 595.28, height: 841.89, margin: 50 }
export const right = page.width - page.margin
const columns = { quantity: 350, unit: 440, total: right }
const grey = rgb(0.4, 0.4, 0.4)

/** A document that adds pages when a line needs one. */
export class Sheet {
  readonly #document: PDFDocument
  readonly #fonts: Fonts
  readonly #widths = new Map<string, number>()
  #page: PDFPage
  y: number

  constructor(document: PDFDocument, fonts: Fonts) {
    this.#document = document
    this.#fonts = fonts
    this.#page = document.addPage([page.width, page.height])
    this.y = page.height - page.margin
  }

  /** Moves down; begins a page when less than `height` points are left. Returns whether it did. */
  down(height: number): boolean {
    this.y -= height
    if (this.y > page.margin + 20) return false
    this.#page = this.#document.addPage([page.width, page.height])
    this.y = page.height - page.margin
    return true
  }

  text(value: string, x: number, options: { size?: number; bold?: boolean; muted?: boolean } = {}): void {
    this.#page.drawText(this.#fonts.printable(value), {
      x,
      y: this.y,
      size: options.size ?? 10,
      font: options.bold ? this.#fonts.bold : this.#fonts.regular,
      ...(options.muted ? { color: grey } : {}),
    })
  }

  textToLeftOf(value: string, x: number, options: { size?: number; bold?: boolean } = {}): void {
    const font = options.bold ? this.#fonts.bold : this.#fonts.regular
    this.text(value, x - font.widthOfTextAtSize(this.#fonts.printable(value), options.size ?? 10), options)
  }

  rule(): void {
    this.#page.drawLine({
      start: { x: page.margin, y: this.y },
      end: { x: right, y: this.y },
      thickness: 0.5,
      color: grey,
    })
  }

  /** Words of a text in lines of at most `width` points; a word that is longer by itself is broken. */
  wrap(value: string, width: number, size = 10): string[] {
    const lines: string[] = []
    let line = ''
    let used = 0
    for (const word of this.#fonts.printable(value).split(/\s+/)) {
      for (const piece of this.#pieces(word, width, size)) {
        const more = this.#widthOf(piece, size)
        const joined = used + this.#widthOf(' ', size) + more
        const fits = line !== '' && joined <= width
        if (line !== '' && !fits) lines.push(line)
        line = fits ? `${line} ${piece}` : piece
        used = fits ? joined : more
      }
    }
    return [...lines, line]
  }

  #pieces(word: string, width: number, size: number): string[] {
    if (this.#widthOf(word, size) <= width) return [word]
    const pieces: string[] = []
    let piece = ''
    let used = 0
    for (const character of word) {
      const more = this.#widthOf(character, size)
      if (piece !== '' && used + more > width) {
        pieces.push(piece)
        piece = ''
        used = 0
      }
      piece += character
      used += more
    }
    return [...pieces, piece]
  }

  // By characters, each measured once: the layout of whole lines by an embedded font takes a thousand times as long.
  #widthOf(text: string, size: number): number {
    let width = 0
    for (const character of text) {
      const known = this.#widths.get(character) ?? this.#fonts.regular.widthOfTextAtSize(character, 1)
      this.#widths.set(character, known)
      width += known * size
    }
    return width
  }
}

/** A finalized invoice as an A4 PDF: seller, customer, dates, lines, VAT and total. */
export async function invoicePdf(invoice: Invoice, buyer: Buyer, seller: Seller): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const number = invoice.number ?? invoice.id
  document.setTitle(`Invoice ${number}`)
  document.setAuthor(seller.name)
  const issued = new Date(invoice.issueDate ?? invoice.createdAt)
  document.setCreationDate(issued)
  document.setModificationDate(issued)
  const from = senderOf(seller)
  const to = recipientOf(buyer)
  const shown = [number, ...from, ...to, ...invoice.lineItems.map(({ description }) => description)]
  const sheet = new Sheet(document, await embedFonts(document, shown))
  drawHead(sheet, invoice, number)
  drawParties(sheet, from, to)
  await drawLines(sheet, invoice)
  drawTotals(sheet, invoice)
  return document.save()
}

function drawHead(sheet: Sheet, invoice: Invoice, number: string): void {
  sheet.text('Invoice', page.margin, { size: 22, bold: true })
  sheet.textToLeftOf(number, right, { size: 12, bold: true })
  const rows: Array<[string, string | null]> = [
    ['Issued', invoice.issueDate],
    ['Due', invoice.dueDate],
  ]
  for (const [label, date] of rows) {
    sheet.down(16)
    if (date !== null) sheet.textToLeftOf(`${label} ${formatDate(date)}`, right)
  }
  if (invoice.status === 'void' || invoice.status === 'paid') {
    sheet.text(invoice.status === 'void' ? 'VOID' : 'PAID', page.margin, { size: 12, bold: true })
  }
  sheet.down(34)
}

const present = (lines: Array<string | null>): string[] =>
  lines.filter((line) => line !== null).filter((line) => line !== '')

export const senderOf = (seller: Seller): string[] =>
  present([
    seller.name,
    seller.line1,
    seller.line2,
    [seller.postalCode, seller.city].filter(Boolean).join(' '),
    seller.country,
    seller.taxId === null ? null : `Tax id ${seller.taxId}`,
    seller.registration,
  ])

export const recipientOf = (buyer: Buyer): string[] =>
  present([
    buyer.name,
    buyer.billingLine1,
    buyer.billingLine2,
    [buyer.billingPostalCode, buyer.billingCity].filter(Boolean).join(' '),
    buyer.billingState,
    buyer.billingCountry,
    buyer.taxId === null ? null : `Tax id ${buyer.taxId}`,
    buyer.email,
  ])

export function drawParties(sheet: Sheet, left: readonly string[], middle: readonly string[]): void {
  sheet.text('From', page.margin, { muted: true })
  sheet.text('To', 310, { muted: true })
  for (let row = 0; row < Math.max(left.length, middle.length); row += 1) {
    sheet.down(14)
    sheet.text(sheet.wrap(left[row] ?? '', 240)[0] ?? '', page.margin, { bold: row === 0 })
    sheet.text(sheet.wrap(middle[row] ?? '', 235)[0] ?? '', 310, { bold: row === 0 })
  }
  sheet.down(36)
}

function drawColumns(sheet: Sheet): void {
  sheet.text('Description', page.margin, { bold: true })
  sheet.textToLeftOf('Quantity', columns.quantity, { bold: true })
  sheet.textToLeftOf('Unit price', columns.unit, { bold: true })
  sheet.textToLeftOf('Net', columns.total, { bold: true })
  sheet.down(6)
  sheet.rule()
  sheet.down(14)
}

/** The lines of a document with their net amounts. */
export async function drawLines(
  sheet: Sheet,
  invoice: Pick<Invoice, 'lineItems' | 'vatRateBps' | 'currency'>,
): Promise<void> {
  drawColumns(sheet)
  const totals = invoiceTotals(invoice.lineItems, invoice.vatRateBps)
  for (const [index, line] of invoice.lineItems.entries()) {
    // Embedded fonts are slow; other requests run in between.
    if (index % 5 === 4) await setImmediate()
    const [first = '', ...rest] = sheet.wrap(line.description, 240)
    sheet.text(first, page.margin)
    sheet.textToLeftOf(String(line.quantity), columns.quantity)
    sheet.textToLeftOf(formatAmount(line.unitAmountCents, invoice.currency), columns.unit)
    sheet.textToLeftOf(formatAmount(totals.lines[index]?.netCents ?? 0, invoice.currency), columns.total)
    for (const more of rest) {
      sheet.down(13)
      sheet.text(more, page.margin)
    }
    if (sheet.down(18)) drawColumns(sheet)
  }
}

type Totalled = 'subtotalAmountCents' | 'vatAmountCents' | 'totalAmountCents' | 'vatRateBps' | 'currency'

/** Net, VAT and total of a document. */
export function drawTotals(sheet: Sheet, invoice: Pick<Invoice, Totalled>): void {
  sheet.rule()
  const rows: Array<[string, number, boolean]> = [
    ['Net', invoice.subtotalAmountCents, false],
    [`VAT ${formatRate(invoice.vatRateBps)}`, invoice.vatAmountCents, false],
    [`Total ${invoice.currency}`, invoice.totalAmountCents, true],
  ]
  for (const [label, cents, bold] of rows) {
    sheet.down(18)
    sheet.text(label, 360, { bold })
    sheet.textToLeftOf(formatAmount(cents, invoice.currency), columns.total, { bold })
  }
}
