import { createHash } from 'node:crypto'
import { embedFacturX, PDFDocument, PDFHexString } from '@cantoo/pdf-lib'
import { formatCii } from '../e-invoice/cii.ts'
import { toEInvoice } from '../e-invoice/e-invoice.ts'
import { findObstacle } from '../e-invoice/obstacle.ts'
import { type EInvoiceParty, toBuyerParty, toSellerParty } from '../e-invoice/parties.ts'
import { breakDownVat } from '../e-invoice/vat-breakdown.ts'
import { drawLogo, toBrand } from './brand.ts'
import { calculateDue, type DocumentContent } from './document-content.ts'
import { documentWords, filled } from './document-words.ts'
import { drawFeet, present } from './draw-feet.ts'
import { drawLines, measureLines } from './draw-lines.ts'
import { drawPayment, measurePayment } from './draw-payment.ts'
import { drawTotals, measureTotals } from './draw-totals.ts'
import type { Drawing } from './drawing.ts'
import type { DocumentWords } from './english-words.ts'
import { currencySign, documentFormat, oneLine } from './format.ts'
import { listMentions, toEInvoiceSource } from './mentions.ts'
import { grey, page, right, Sheet, type TextStyle } from './sheet.ts'
import { familiesFor, Typesetter } from './typesetter.ts'
import { readsRightToLeft } from './visual-runs.ts'

const partyColumns = [
  { x: page.margin, width: 235 },
  { x: 310, width: right - 310 },
] as const
const textLeading = 14

/**
 * Renders an issued invoice or credit note as A4 PDF/A-3 with its embedded e-invoice (Factur-X 1.0,
 * profile EN 16931).
 */
export async function invoicePdf(content: DocumentContent): Promise<Uint8Array> {
  const { invoice, language } = content
  const document = await PDFDocument.create()
  const words = documentWords[language]
  const number = invoice.number ?? invoice.id
  const issued = new Date(invoice.issueDate ?? invoice.createdAt)
  document.setTitle(forMetadata(`${findTitle(content, words)} ${number}`))
  document.setAuthor(forMetadata(content.seller.name))
  document.setLanguage(words.locale)
  document.setCreationDate(issued)
  document.setModificationDate(issued)
  const texts = listTexts(content, words)
  const typesetter = new Typesetter(document, familiesFor(texts))
  await typesetter.prepare(texts)
  const drawing: Drawing = {
    content,
    words,
    number,
    brand: toBrand(content.brandColor),
    sheet: new Sheet(document, typesetter),
    format: documentFormat(words.locale, invoice.currency, currencySign(invoice.currency)),
    seller: toSellerParty(content.seller),
    buyer: toBuyerParty(content.buyer),
  }
  await drawLogo(drawing.sheet, document, content.logo, drawing.brand)
  drawHead(drawing)
  drawParties(drawing)
  // On a long document, how to pay comes before the lines to be on the first page.
  const isShort = fitsOnPage(drawing)
  if (!isShort) drawPayment(drawing)
  drawText(drawing, invoice.note)
  drawLines(drawing)
  drawTotals(drawing)
  if (isShort) drawPayment(drawing)
  drawText(drawing, invoice.footer)
  drawMentions(drawing)
  drawFeet(drawing, document)
  identify(document, content)
  if (content.estimate === undefined && findObstacle(content) === null) {
    const xml = new TextEncoder().encode(formatCii(toEInvoice(toEInvoiceSource(content))))
    const dates = { creationDate: issued, modificationDate: issued }
    await embedFacturX(document, xml, { conformanceLevel: 'EN 16931', ...dates })
  } else document.convertToPDFA({ conformance: '3B' })
  return document.save()
}

function findTitle({ credits, estimate }: DocumentContent, words: DocumentWords): string {
  if (estimate !== undefined) return words.estimate
  return credits === undefined ? words.invoice : words.creditNote
}

/** Prepares text for the XML metadata, which allows no control characters and no noncharacters. */
const forMetadata = (text: string): string =>
  oneLine(text).replace(/\p{Noncharacter_Code_Point}/gu, '')

/**
 * Derives the file identifier from what the document shows, so the same document has the same bytes
 * at any time, also after it was mailed.
 */
function identify({ context }: PDFDocument, { logo, invoice, ...content }: DocumentContent): void {
  const { mailed, remindersPaused, updatedAt, ...shown } = invoice
  const hash = createHash('sha256')
    .update(JSON.stringify({ ...content, invoice: shown }))
    .update(logo ?? '')
    .digest()
  const id = PDFHexString.fromBytes(hash.subarray(0, 16))
  context.trailerInfo.ID = context.obj([id, id])
}

/**
 * Returns all texts on the document, to find their fonts. The platform's own letters, digits and
 * signs are Latin.
 */
const listTexts = (
  { invoice, seller, buyer, credits }: DocumentContent,
  words: DocumentWords,
): string[] =>
  [
    ...Object.values(seller),
    ...Object.values(buyer),
    invoice.number,
    credits?.number,
    credits?.reason,
    invoice.note,
    invoice.footer,
    invoice.orderNumber,
    invoice.buyerReference,
    invoice.contractNumber,
  ]
    .concat(invoice.currency, JSON.stringify(words))
    .filter((text) => typeof text === 'string')
    .concat(invoice.lineItems.map(({ description, unit = '' }) => `${description} ${unit}`))
    .concat(
      breakDownVat(invoice, toSellerParty(seller), toBuyerParty(buyer)).groups.flatMap(
        ({ statedReasons }) => statedReasons,
      ),
    )

/** Draws a user's text between two parts of the document. */
function drawText({ sheet }: Drawing, text: string | null): void {
  if (text === null) return
  sheet.paragraph(text, page.margin, right - page.margin, { leading: textLeading })
  sheet.down(textLeading)
}

/** True if the note, the lines, the totals and how to pay fit on the current page. */
function fitsOnPage(drawing: Drawing): boolean {
  const { sheet, content } = drawing
  const { note } = content.invoice
  const noteLines = note === null ? -1 : sheet.wrapLines(note, right - page.margin).length
  const rest = (noteLines + 1) * textLeading + measureTotals(drawing) + measurePayment(drawing)
  return sheet.hasRoom(rest + measureLines(drawing, page.height))
}

const nameCredited = (
  { number, issueDate }: NonNullable<DocumentContent['credits']>,
  { words, format }: Drawing,
): string =>
  issueDate === null
    ? filled(words.about, { number })
    : filled(words.aboutDated, { number, date: format.date(issueDate) })

function drawHead(drawing: Drawing): void {
  const { sheet, content, words, format, number, brand } = drawing
  const { invoice, credits, delivery, estimate } = content
  const title = findTitle(content, words)
  const isDue = credits === undefined && estimate === undefined && calculateDue(content) > 0
  sheet.text(title, page.margin, { size: 22, bold: true, color: brand.text })
  sheet.textToLeftOf(number, right, { size: 12, bold: true })
  const [from, to] = [format.date(delivery.from), format.date(delivery.to)]
  const days = delivery.from === delivery.to ? from : filled(words.period, { from, to })
  const rows: Array<[string, string | null]> = [
    [
      estimate === undefined ? words.issued : words.estimated,
      invoice.issuedOn && format.date(invoice.issuedOn),
    ],
    [words.delivered, estimate === undefined ? days : null],
    [words.due, credits === undefined ? invoice.dueOn && format.date(invoice.dueOn) : null],
    [words.validUntil, estimate?.validUntil ? format.date(estimate.validUntil) : null],
    [words.amountDue, isDue ? format.amount(calculateDue(content)) : null],
    [words.orderNumber, invoice.orderNumber],
    [words.buyerReference, invoice.buyerReference],
    [words.contractNumber, invoice.contractNumber],
  ]
  let isFirst = true
  for (const [label, date] of rows) {
    if (date === null) continue
    sheet.down(16)
    sheet.textToLeftOf(`${label} ${date}`, right, { bold: label === words.amountDue })
    if (isFirst && credits !== undefined) {
      sheet.text(nameCredited(credits, drawing), page.margin, { color: grey })
    } else if (isFirst && (invoice.status === 'void' || invoice.status === 'paid')) {
      sheet.text(words[invoice.status], page.margin, { size: 12, bold: true })
    }
    isFirst = false
  }
  sheet.down(34)
}

/** Returns a party's legally required identity: name, address, registration, VAT or tax id. */
const partyLines = (party: EInvoiceParty, words: DocumentWords): string[] =>
  present([
    party.name,
    party.line1,
    party.line2,
    [party.postalCode, party.city].filter(Boolean).join(' '),
    party.subdivision,
    party.country && countryName(party.country, words),
    party.registration && filled(words.registration, { id: party.registration.id }),
    party.vatId && filled(words.vatId, { id: party.vatId }),
    party.taxRegistration && filled(words.taxId, { id: party.taxRegistration }),
    party.email,
  ])

function countryName(code: string, { locale }: DocumentWords): string {
  // In EN 16931 Kosovo has another country code.
  const region = code === '1A' ? 'XK' : code
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(region) ?? code
}

/** True if the name or the street of a party reads from right to left. Its lines then end there. */
const isRightToLeft = ({ name, line1 }: EInvoiceParty): boolean =>
  readsRightToLeft(name) || (line1 !== null && readsRightToLeft(line1))

function drawParties({ sheet, words, seller, buyer }: Drawing): void {
  const [left, middle] = partyColumns
  const columns = [
    { ...left, rightToLeft: isRightToLeft(seller) },
    { ...middle, rightToLeft: isRightToLeft(buyer) },
  ] as const
  const show = (text: string, column: (typeof columns)[number], style: TextStyle) => {
    if (column.rightToLeft) sheet.textToLeftOf(text, column.x + column.width, style)
    else sheet.text(text, column.x, style)
  }
  show(words.seller, columns[0], { color: grey })
  show(words.buyer, columns[1], { color: grey })
  // A bold name is wider than the sum of its characters.
  const wrapped = (party: EInvoiceParty, width: number) =>
    partyLines(party, words).flatMap((line, index) =>
      sheet
        .wrap(line, index === 0 ? width * 0.9 : width)
        .map((text) => ({ text, bold: index === 0 })),
    )
  const sides = [wrapped(seller, left.width), wrapped(buyer, middle.width)] as const
  for (let row = 0; row < Math.max(sides[0].length, sides[1].length); row += 1) {
    sheet.down(14)
    for (const [side, column] of [
      [sides[0][row], columns[0]] as const,
      [sides[1][row], columns[1]] as const,
    ]) {
      if (side !== undefined) show(side.text, column, { bold: side.bold })
    }
  }
  sheet.down(36)
}

function drawMentions({ sheet, content, words }: Drawing): void {
  const style = { size: 8, color: grey }
  const { exemptions, terms, penalties } = listMentions(content)
  const reason = content.credits?.reason
  const why = reason ? filled(words.reason, { reason }) : null
  for (const mention of present([why, ...exemptions, terms, penalties])) {
    sheet.paragraph(mention, page.margin, right - page.margin, { ...style, leading: 11 })
    sheet.down(3)
  }
}
