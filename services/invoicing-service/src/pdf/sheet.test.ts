import { PDFDocument } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { aBuyer, aDocument, buildLine, documents } from '../../test/documents.ts'
import type { DocumentContent } from './document-content.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { Sheet } from './sheet.ts'
import { familiesFor, Typesetter } from './typesetter.ts'

async function buildSheet(text: string): Promise<Sheet> {
  const document = await PDFDocument.create()
  const typesetter = new Typesetter(document, familiesFor([text]))
  await typesetter.prepare([text])
  return new Sheet(document, typesetter)
}

const closing = '。、」』）】！？ー々っョ'
const opening = '「『（【'

test('begins no Japanese line with closing punctuation and ends none with an opening bracket', async () => {
  const sheet = await buildSheet(`港の見える丘公園${closing}${opening} `)
  const letters = fc.array(fc.constantFrom(...'港の見える丘公園'), { minLength: 4, maxLength: 9 })
  const part = fc
    .tuple(letters, fc.constantFrom(...closing, ''), fc.constantFrom(...opening, ' ', ''))
    .map(([word, end, start]) => word.join('') + end + start)
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 20 }), (parts) => {
      const text = `港${parts.join('')}丘`
      const lines = sheet.wrap(text, 75)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(/\s/g, ''))
      for (const [index, line] of lines.entries()) {
        if (index > 0) expect(closing).not.toContain(line[0])
        expect(opening).not.toContain(line.at(-1))
        expect(sheet.widthOf(line)).toBeLessThanOrEqual(75.001)
      }
    }),
  )
})

test('breaks a line of punctuation only, although it begins with punctuation then', async () => {
  const text = '。'.repeat(40)
  expect((await buildSheet(text)).wrap(text, 75).join('')).toBe(text)
})

/** Returns the texts of the first page with their left and right edges. */
async function listTexts(content: DocumentContent) {
  const page = await (await getDocumentProxy(await invoicePdf(content))).getPage(1)
  const { items } = await page.getTextContent()
  return items
    .filter((item) => 'str' in item)
    .map(({ str, transform, width }) => ({ str, left: transform[4], right: transform[4] + width }))
}

test('aligns the address of an Arabic customer at the right', async () => {
  const buyer = { ...aBuyer, name: 'محمد الدار', billingLine1: 'شارع البحر 12' }
  const texts = await listTexts(aDocument({ buyer }))
  const arabic = texts.filter(({ str }) => /[\u0600-\u06FF\uFE70-\uFEFF]/.test(str))
  expect(Math.max(...arabic.map(({ right }) => right))).toBeCloseTo(545.28, 0)
  const email = texts.find(({ str }) => str.includes('accounts@bakery.example'))
  expect(email?.right).toBeCloseTo(545.28, 0)
  expect(texts.find(({ str }) => str === 'Harbour Studio SARL')?.left).toBeCloseTo(50, 0)
})

const payable = documents['two rates, a discount and units'] ?? aDocument()

test.each([1, 11, 12, 13, 14, 15, 40])(
  'says how to pay on the first page if the invoice has %i lines',
  async (count) => {
    const lineItems = Array.from({ length: count }, (_, n) => buildLine(`Row ${n}\nmore`, 100))
    const invoice = { ...payable.invoice, ...aDocument({ invoice: { lineItems } }).invoice }
    const first = (await listTexts({ ...payable, invoice })).map(({ str }) => str).join('')
    expect(first).toContain('How to pay')
    expect(first).toContain('FR76 3000 6000 0112 3456 7890 189')
  },
)
