import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import {
  aBuyer,
  aDocument,
  aSeller,
  buildLine,
  documents,
  filesInside,
} from '../../test/documents.ts'
import { brokenClauses } from '../../test/pdf-a-clauses.ts'
import { formatCii } from '../e-invoice/cii.ts'
import { toEInvoice } from '../e-invoice/e-invoice.ts'
import type { DocumentContent } from './document-content.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { toEInvoiceSource } from './mentions.ts'
import { familiesFor, Typesetter } from './typesetter.ts'

const buildDocument = (name: string, description: string = name): DocumentContent =>
  aDocument({ buyer: { ...aBuyer, name }, invoice: { lineItems: [buildLine(description, 100)] } })

/** Returns the text of each page, as copied by a reader. */
async function buildPages(content: DocumentContent): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(await invoicePdf(content)))
  return text.map((page) => page.normalize('NFKC'))
}
const readText = async (content: DocumentContent): Promise<string> =>
  (await buildPages(content)).join('\n')

test.each([
  ['Latin', 'Zażółć gęślą jaźń, Đặng Thị Hường, Škoda Çelik'],
  ['Greek', 'Βιβλία Αθήνας'],
  ['Cyrillic', 'Київський Щедрик, Съёмка фильма'],
  ['Arabic', 'محمد الدار'],
  ['Hebrew', 'סטודיו הנמל בע"מ'],
  ['Chinese', '港口面包房有限公司，臺灣龍鳳'],
  ['Japanese', '株式会社港ベーカリー'],
  ['Korean', '항구 베이커리 주식회사'],
  ['Thai', 'ค่าที่ปรึกษา'],
  ['Devanagari', 'परामर्श सेवा'],
  ['Georgian', 'საკონსულტაციო მომსახურება, თბილისი'],
  ['Armenian', 'Խորհրդատվական ծառայություններ'],
  ['Bengali', 'পরামর্শ সেবা লিমিটেড'],
  ['Tamil', 'ஆலோசனை சேவைகள்'],
  ['Telugu', 'సలహా సేవలు'],
  ['Gujarati', 'સલાહ સેવાઓ'],
  ['Gurmukhi', 'ਸਲਾਹ ਸੇਵਾ'],
  ['Kannada', 'ಸಲಹಾ ಸೇವೆಗಳು'],
  ['Malayalam', 'ഉപദേശ സേവനങ്ങൾ'],
  ['Sinhala', 'උපදේශන සේවා'],
  ['Lao', 'ບໍລິການໃຫ້ຄໍາປຶກສາ'],
  ['Khmer', 'សេវាប្រឹក្សា'],
  ['Ethiopic', 'የማማከር አገልግሎት'],
])('draws every letter of a name in %s', async (_script, name) => {
  const text = await readText(buildDocument(name))
  // Noto draws dots and accents as separate glyphs.
  const bare = (given: string) =>
    given.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ي', 'ى')
  const letters = new Set(bare(name).match(/\p{L}/gu))
  expect([...letters].filter((letter) => !bare(text).includes(letter))).toEqual([])
  expect(text).not.toContain('?')
  expect(text).not.toContain('[U+')
  // A script without a bold font file has outlined letters.
  const document = await PDFDocument.create()
  const typesetter = new Typesetter(document, familiesFor([name]))
  await typesetter.prepare([name])
  const { runs } = typesetter.set(typesetter.drawable(name), true)
  const thin = runs.filter(({ bolder, font }) => !bolder && !font.name.includes('Bold'))
  expect(thin.map(({ font }) => font.name)).toEqual([])
})

test('starts right-to-left text at the right, with numbers and brackets in reading order', async () => {
  const text = await readText(buildDocument('א', 'שלום (עולם) 2026'))
  expect(text).toContain('2026')
  expect(text).toMatch(/\(\S+\)/)
})

test('shows the code of a character if no font has a glyph for it', async () => {
  expect(await readText(buildDocument('x', 'Code \u{E000}'))).toContain('[U+E000]')
})

test.each(Object.entries(documents))(
  'embeds the e-invoice and all fonts in the PDF if the document is %s',
  async (_name, content) => {
    const bytes = await invoicePdf(content)
    const pdf = await getDocumentProxy(bytes.slice())
    const isVoid = content.invoice.status === 'void'
    const xml = formatCii(toEInvoice(toEInvoiceSource(content)))
    expect(await filesInside(bytes)).toEqual(isVoid ? {} : { 'factur-x.xml': xml })
    const { metadata } = await pdf.getMetadata()
    expect([metadata.get('pdfaid:part'), metadata.get('pdfaid:conformance')]).toEqual(['3', 'B'])
    expect(metadata.get('fx:conformancelevel')).toBe(isVoid ? null : 'EN 16931')
    const document = await PDFDocument.load(bytes, { updateMetadata: false })
    const dictionaries = document.context
      .enumerateIndirectObjects()
      .map(([, object]) => object)
      .filter((object) => object instanceof PDFDict)
    const descriptors = dictionaries.filter(
      (each) => each.get(PDFName.of('Type')) === PDFName.of('FontDescriptor'),
    )
    const fonts = dictionaries.filter(
      (each) => each.get(PDFName.of('Subtype')) === PDFName.of('Type0'),
    )
    expect(fonts.length).toBeGreaterThan(0)
    expect(descriptors).toHaveLength(fonts.length)
    for (const each of descriptors) {
      expect(each.has(PDFName.of('FontFile2')) || each.has(PDFName.of('FontFile3'))).toBe(true)
    }
  },
)

test.each(Object.entries(documents))(
  'conforms to PDF/A-3 if the document is %s',
  async (_name, content) => {
    expect(await brokenClauses(await invoicePdf(content))).toEqual([])
  },
)

test.each([
  ['without an e-invoice', aDocument({ invoice: { currency: 'KWD' } })],
  [
    'with scripts of several fonts',
    buildDocument('港口 محمد ஆலோசனை საქართველო 🚢', 'পরামর্শ สวัสดี שלום \u{E000}'),
  ],
  [
    'with text that metadata would take for markup',
    aDocument({ seller: { ...aSeller, name: '<&> "x" \u0007\uFFFE' } }),
  ],
])('keeps the clauses of PDF/A-3 %s', async (_case, content) => {
  expect(await brokenClauses(await invoicePdf(content))).toEqual([])
})

test('keeps the clauses of PDF/A-3 with logo and colour', async () => {
  const logo = await sharp({
    create: { width: 40, height: 20, channels: 3, background: '#ff0000' },
  })
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer()
  const content = aDocument({ logo, brandColor: '#4f46e5' })
  expect(await brokenClauses(await invoicePdf(content))).toEqual([])
})

test('finds a clause that is broken', async () => {
  const document = await PDFDocument.create()
  const page = document.addPage()
  page.drawText('x', { opacity: 0.5 })
  document.addJavaScript('open', 'app.alert(1)')
  expect(await brokenClauses(await document.save())).toEqual([
    '6.1.3 identifier, no encryption',
    '6.2.3 output intent',
    '6.2.10 no transparency',
    '6.2.11.4 fonts are embedded',
    '6.4 and 6.5 no forms, no actions',
    '6.6.2.1 metadata',
    '6.6.2.3 extension schema',
    '6.6.3 information of the document',
    '6.6.4 version and conformance',
  ])
})

test('makes a PDF without e-invoice if the currency has three decimals', async () => {
  const bytes = await invoicePdf(aDocument({ invoice: { currency: 'KWD' } }))
  expect(await filesInside(bytes)).toEqual({})
  const pdf = await getDocumentProxy(bytes)
  expect((await pdf.getMetadata()).metadata.get('pdfaid:part')).toBe('3')
})

test('keeps letters copyable when an earlier document had accented forms of them', async () => {
  await invoicePdf(buildDocument('ÀÇÉÑÖÜŽ', 'àçéñöüž'))
  const text = await readText(buildDocument('ACENOUZ', 'acenouz'))
  expect(text).toContain('ACENOUZ')
  expect(text).toContain('acenouz')
})

test('writes the same bytes for the same document at any time', async () => {
  const [first, second] = await Promise.all([invoicePdf(aDocument()), invoicePdf(aDocument())])
  expect(Buffer.from(first).equals(second)).toBe(true)
})

test('writes the same bytes after the invoice was mailed and its reminders were paused', async () => {
  const document = aDocument()
  const later = {
    mailed: { at: '2026-11-02T09:00:00.000Z' },
    remindersPaused: true,
    updatedAt: '2026-11-02T09:00:00.000Z',
  }
  const [before, after] = await Promise.all([
    invoicePdf(document),
    invoicePdf({ ...document, invoice: { ...document.invoice, ...later } }),
  ])
  expect(Buffer.from(before).equals(after)).toBe(true)
})

test('draws all 500 lines and the number on every page', async () => {
  const lineItems = Array.from({ length: 500 }, (_, n) =>
    buildLine(`Item number ${n + 1}.`, 100 + n),
  )
  const pages = await buildPages(aDocument({ invoice: { lineItems } }))
  const text = pages.join('\n')
  expect(lineItems.filter(({ description }) => !text.includes(description))).toEqual([])
  expect(pages.length).toBeGreaterThan(5)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(page).toContain('INV-2026-000001')
  }
})

test.each([
  ['en', ['Invoice', 'VAT 20 %', 'Payment is due by 21 Dec 2026', 'Late payment', 'France']],
  [
    'fr',
    [
      'Facture',
      'TVA 20 %',
      'Paiement au plus tard le 21 déc. 2026',
      'L441-10',
      'escompte',
      '40 EUR',
    ],
  ],
  ['de', ['Rechnung', 'USt. 20 %', 'Zahlbar bis 21.12.2026', 'Zahlungsverzug', 'Frankreich']],
  ['es', ['Factura', 'IVA 20 %', 'Pago hasta el 21 dic 2026', 'demora', 'Francia']],
] as const)('uses the texts of the language if a document is in %s', async (language, words) => {
  const text = (await readText(aDocument({ language }))).replace(/\s+/g, ' ')
  for (const word of words) expect(text).toContain(word)
  for (const id of ['987654321', 'FR40987654321', 'FR32123456789']) expect(text).toContain(id)
})

test.each([
  ['reverse charge', 'Steuerschuldnerschaft des Leistungsempfängers'],
  ['an export', 'supply outside the European Union'],
  ['the exemption of small businesses', 'article 293 B'],
  ['the exemption of small businesses outside of France', '§ 19 UStG'],
  ['an exemption of a seller with a VAT number', 'Exempt from VAT.'],
  ['a seller without a tax id', 'Not subject to VAT'],
])('states why there is no VAT if the case is %s', async (name, reason) => {
  expect((await readText(documents[name] ?? aDocument())).replace(/\s+/g, ' ')).toContain(reason)
})

test.each([
  [
    'a sale with a coupon that no line states',
    ['Discount -20.00 €', 'Net 80.00 €', 'Total 96.00 €', 'Paid -96.00 €'],
  ],
  [
    'a sale with a surcharge that no line states',
    ['Surcharge 5.00 €', 'Net 105.00 €', 'Total 126.00 €'],
  ],
  ['an invoice credited in full', ['Credited -467.88 €', 'Amount due 0.00 €', 'Credited in full']],
  ['an invoice that is written off', ['Amount due 467.88 €']],
  ['a void invoice', ['Total 467.88 €', 'VOID -467.88 €', 'Amount due 0.00 €']],
  ['a period of a schedule', ['Delivered 1 Nov 2026 to 30 Nov 2026']],
])('states the amounts of the ledger if the case is %s', async (name, words) => {
  const text = (await readText(documents[name] ?? aDocument())).replace(/\s+/g, ' ')
  for (const word of words) expect(text).toContain(word)
})

test('names the invoice of a credit note and demands no payment', async () => {
  const text = await readText(documents['a credit note'] ?? aDocument())
  expect(text).toContain('Credit note')
  expect(text).toContain('About invoice INV-2026-000001')
  expect(text).toContain('Reason: One day less')
  expect(text).not.toContain('Late payment')
})

test('keeps a long name, a long word and large amounts whole', async () => {
  const content = aDocument({
    seller: { ...aSeller, name: 'W'.repeat(200) },
    invoice: {
      lineItems: [buildLine(`https://${'x'.repeat(400)} and more`, 999_999_999_999, 1_000)],
    },
  })
  const text = (await readText(content)).replace(/\s+/g, '')
  // The lines of one column appear between those of another.
  expect(text.match(/W/g)?.length).toBeGreaterThanOrEqual(200)
  expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(400)
  expect(text).toContain('andmore')
  expect(text).toContain('9,999,999,999,990.00€')
})

test('removes control characters and direction marks and keeps the order of the rest', async () => {
  const text = await readText(
    buildDocument('a\u202Eb\u2066c', 'one\u200Btwo\u00ADthree\u0007 \u{E0041}\uFE0F\uFEFFend'),
  )
  expect(text).toContain('abc')
  expect(text).toContain('onetwothree')
  expect(text).toContain('end')
})

test('draws no logo if the file is not a picture', async () => {
  expect(await readText(aDocument({ logo: new Uint8Array([0xff, 0xd8, 1, 2, 3]) }))).toContain(
    'INV-2026-000001',
  )
})

const payable = documents['two rates, a discount and units'] ?? aDocument()

test('says what is due at the top and how to pay it, with rates, units, discounts and references', async () => {
  const text = (await readText(payable)).replace(/\s+/g, ' ')
  const total = payable.invoice.totalAmountCents / 100
  for (const part of [
    `Amount due ${total.toFixed(2)} €`,
    'Your order PO-77',
    '2.5 Hours',
    'Discount 10 %',
    'VAT 19 % on',
    'VAT 7 % on',
    'How to pay',
    'FR76 3000 6000 0112 3456 7890 189',
    'AGRIFRPP',
    'RF94INV2026000001',
    'Thank you for the order.',
    'See you soon.',
    'SARL',
    '10 000 EUR',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('SARL, SARL')
})

test.each(['paid', 'void'] as const)('asks for nothing if the invoice is %s', async (status) => {
  const paidAt = status === 'paid' ? '2026-12-01T09:00:00.000Z' : null
  const { totalAmountCents } = payable.invoice
  const paidCents = status === 'paid' ? totalAmountCents : 0
  const invoice = { ...payable.invoice, status, paidAt, paidCents }
  const content = { ...payable, invoice, paidOn: paidAt?.slice(0, 10) ?? null }
  const text = await readText(content)
  for (const part of ['How to pay', 'AGRIFRPP', 'Late payment']) expect(text).not.toContain(part)
})

test('keeps the line breaks of a description, and a row on one page', async () => {
  const rows = Array.from({ length: 30 }, (_, n) => buildLine(`Row ${n}\nfirst\nlast ${n}`, 100))
  const pages = (await readText(aDocument({ invoice: { lineItems: rows } }))).split('Page ')
  for (const [n] of rows.entries()) {
    const page = pages.find((each) => new RegExp(`Row ${n}\\b`).test(each))
    expect(page).toMatch(new RegExp(`last ${n}\\b`))
  }
})
