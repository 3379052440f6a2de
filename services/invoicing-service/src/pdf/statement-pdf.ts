import { PDFDocument } from '@cantoo/pdf-lib'
import { toBuyerParty, toSellerParty } from '../e-invoice/parties.ts'
import { drawLogo, toBrand } from './brand.ts'
import { documentWords, filled } from './document-words.ts'
import { gap } from './drawing.ts'
import { documentFormat, oneLine } from './format.ts'
import { grey, page, right, Sheet } from './sheet.ts'
import type { StatementContent } from './statement-content.ts'
import { type StatementWords, statementWords } from './statement-words.ts'
import { familiesFor, Typesetter } from './typesetter.ts'

interface Drawing {
  sheet: Sheet
  content: StatementContent
  words: StatementWords
  locale: string
  brand: ReturnType<typeof toBrand>
}

/** Renders a statement of account as an A4 PDF. */
export async function statementPdf(content: StatementContent): Promise<Uint8Array> {
  const { language, seller, buyer } = content
  const document = await PDFDocument.create()
  const words = statementWords[language]
  const { locale } = documentWords[language]
  document.setTitle(oneLine(`${words.title} ${content.to}`))
  document.setLanguage(locale)
  const texts = [...Object.values(seller), ...Object.values(buyer)]
    .filter((text) => typeof text === 'string')
    .concat(JSON.stringify(words))
    .concat(content.accounts.flatMap(({ entries }) => entries.map(({ number }) => number)))
  const typesetter = new Typesetter(document, familiesFor(texts))
  await typesetter.prepare(texts)
  const brand = toBrand(content.brandColor)
  const sheet = new Sheet(document, typesetter)
  const drawing = { sheet, content, words, locale, brand }
  await drawLogo(sheet, document, content.logo, brand)
  drawHead(drawing)
  drawParties(drawing)
  for (const account of content.accounts) drawAccount(drawing, account)
  if (content.accounts.length === 0) sheet.text(words.empty, page.margin)
  drawPageNumbers(drawing, document)
  return document.save()
}

function drawHead({ sheet, content, words, locale, brand }: Drawing): void {
  const { date } = documentFormat(locale, 'EUR')
  const to = date(content.to)
  const days =
    content.from === null
      ? filled(words.until, { to })
      : filled(words.period, { from: date(content.from), to })
  sheet.text(words.title, page.margin, { size: 22, bold: true, color: brand.text })
  sheet.down(18)
  sheet.text(days, page.margin, { color: grey })
  sheet.down(30)
}

function drawParties({ sheet, content, locale }: Drawing): void {
  const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' })
  const columns = [
    { x: page.margin, width: 235, party: toSellerParty(content.seller) },
    { x: 310, width: right - 310, party: toBuyerParty(content.buyer) },
  ].map(({ x, width, party }) => ({
    x,
    lines: [
      party.name,
      party.line1,
      party.line2,
      [party.postalCode, party.city].filter(Boolean).join(' '),
      party.country && countries.of(party.country === '1A' ? 'XK' : party.country),
    ]
      .filter((line) => typeof line === 'string' && line.trim() !== '')
      .flatMap((line, index) =>
        sheet.wrap(line ?? '', width * 0.9).map((text) => ({ text, bold: index === 0 })),
      ),
  }))
  const rows = Math.max(...columns.map(({ lines }) => lines.length))
  for (let row = 0; row < rows; row += 1) {
    for (const { x, lines } of columns) {
      const line = lines[row]
      if (line !== undefined) sheet.text(line.text, x, { bold: line.bold })
    }
    sheet.down(14)
  }
  sheet.down(24)
}

type Account = StatementContent['accounts'][number]

function drawAccount({ sheet, words, locale, brand }: Drawing, account: Account): void {
  const format = documentFormat(locale, account.currency)
  const balances: number[] = []
  let balance = account.openingCents
  for (const { cents } of account.entries) {
    balance += cents
    balances.push(balance)
  }
  const widest = (texts: readonly number[]): number =>
    Math.max(80, ...texts.map((cents) => sheet.widthOf(format.amount(cents), { bold: true })))
  const amountEdge = right - widest([account.openingCents, ...balances]) - gap
  const entryWidth =
    amountEdge - widest(account.entries.map(({ cents }) => cents)) - gap - entryColumn
  const drawHeads = () => {
    sheet.text(words.date, page.margin, { bold: true })
    sheet.text(words.entry, entryColumn, { bold: true })
    sheet.textToLeftOf(words.amount, amountEdge, { bold: true })
    sheet.textToLeftOf(words.balance, right, { bold: true })
    sheet.down(6)
    sheet.rule(brand.line)
    sheet.down(14)
  }
  const next = (height: number) => {
    if (sheet.down(height)) drawHeads()
  }
  drawHeads()
  sheet.text(words.opening, entryColumn)
  sheet.textToLeftOf(format.amount(account.openingCents), right)
  next(16)
  for (const [index, { day, kind, number, about, cents }] of account.entries.entries()) {
    const [first = '', ...rest] = sheet.wrap(filled(words[kind], { number, about }), entryWidth)
    sheet.text(format.date(day), page.margin)
    sheet.text(first, entryColumn)
    sheet.textToLeftOf(format.amount(cents), amountEdge)
    sheet.textToLeftOf(format.amount(balances[index] ?? 0), right)
    for (const more of rest) {
      next(13)
      sheet.text(more, entryColumn)
    }
    next(16)
  }
  sheet.rule(brand.line)
  sheet.down(16)
  sheet.text(balance < 0 ? `${words.closing} · ${words.inFavour}` : words.closing, page.margin, {
    bold: true,
  })
  sheet.textToLeftOf(format.amount(balance), right, { bold: true })
  sheet.down(36)
}

const entryColumn = 140

function drawPageNumbers({ sheet, content, brand }: Drawing, document: PDFDocument): void {
  const pages = document.getPages()
  const words = documentWords[content.language]
  const style = { size: 8, color: grey }
  const name = sheet.wrap(content.seller.name, 380, 8)
  for (const [index, existing] of pages.entries()) {
    sheet.turnTo(existing, page.footer - 12)
    sheet.rule(brand.line)
    sheet.turnTo(existing, page.footer - 24)
    sheet.text(name[0] ?? '', page.margin, style)
    const values = { page: String(index + 1), pages: String(pages.length) }
    sheet.textToLeftOf(filled(words.page, values), right, style)
  }
}
