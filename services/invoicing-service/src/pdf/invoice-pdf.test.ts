import type { Buyer, Invoice, Seller } from '@atrium/contracts'
import { decodePDFRawStream, PDFDict, PDFDocument, PDFName, PDFRawStream, PDFRef } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { invoicePdf } from './invoice-pdf.ts'

const invoice = {
  id: 'inv_1',
  number: 'INV-2026-000001',
  status: 'open',
  currency: 'EUR',
  vatRateBps: 2_000,
  subtotalAmountCents: 1_998,
  vatAmountCents: 400,
  totalAmountCents: 2_398,
  issueDate: '2026-11-21T00:00:00.000Z',
  dueDate: null,
} as Invoice
const none = {
  line1: null,
  line2: null,
  city: null,
  postalCode: null,
  country: null,
  taxId: null,
  registration: null,
}
const nobody = {
  email: '',
  billingLine1: null,
  billingLine2: null,
  billingCity: null,
  billingPostalCode: null,
  billingState: null,
  billingCountry: null,
  taxId: null,
}

const pdfOf = (seller: string, customer: string, description: string): Promise<Uint8Array> =>
  invoicePdf(
    { ...invoice, lineItems: [{ description, quantity: 2, unitAmountCents: 999 }] },
    { ...nobody, name: customer } satisfies Buyer,
    { ...none, name: seller } satisfies Seller,
  )

/** The characters that the fonts of a document can be copied as, from their `ToUnicode` maps. */
async function copyable(bytes: Uint8Array): Promise<string> {
  const document = await PDFDocument.load(bytes)
  const maps = document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFDict ? [object.get(PDFName.of('ToUnicode'))] : []))
    .filter((ref) => ref instanceof PDFRef)
    .map((ref) => document.context.lookup(ref))
    .filter((stream) => stream instanceof PDFRawStream)
    .map((stream) => new TextDecoder('latin1').decode(decodePDFRawStream(stream).decode()))
  const codes = maps.flatMap((map) => [...map.matchAll(/<[0-9a-f]{4}> <([0-9a-f]{4})>/gi)])
  return String.fromCharCode(...codes.map(([, code = '']) => Number.parseInt(code, 16)))
}

test.each(['Zażółć gęślą jaźń', 'Αθήνα Βιβλία', 'Київ Щедрик', 'Đặng Thị Hường'])(
  'every letter of "%s" is in the document, in a subset of a font',
  async (name) => {
    const bytes = await pdfOf(name, name, name)
    const letters = new Set(await copyable(bytes))
    for (const letter of name.normalize('NFC')) expect([letter, letters.has(letter)]).toEqual([letter, true])
    expect(bytes.byteLength).toBeLessThan(60_000)
  },
)

test('a character without a glyph becomes a question mark', async () => {
  const letters = await copyable(await pdfOf('東京 Łódź', 'x', 'rocket 🚀 \u0007 bell'))
  expect(letters).toContain('?')
  expect(letters).not.toContain('東')
})

test('Western names need no font in the document', async () => {
  const document = await PDFDocument.load(await pdfOf('Café Müller', 'Señor Ångström', '“Quoted” – 5 €'))
  const files = document.context
    .enumerateIndirectObjects()
    .filter(([, object]) => object instanceof PDFDict && object.has(PDFName.of('FontFile2')))
  expect(files).toEqual([])
  expect(document.getPageCount()).toBe(1)
})

/** The texts on a document's pages in their order; for the standard fonts. */
async function shown(bytes: Uint8Array): Promise<string[]> {
  const document = await PDFDocument.load(bytes)
  return document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFRawStream)
    .map((stream) => new TextDecoder('latin1').decode(decodePDFRawStream(stream).decode()))
    .flatMap((content) => [...content.matchAll(/<([0-9A-F]*)> Tj/g)])
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
}

test('a word longer than its column is broken without loss', async () => {
  const texts = await shown(await pdfOf('Seller', 'Buyer', `See https://${'x'.repeat(400)} and more`))
  const pieces = texts.filter((text) => text.includes('xx'))
  expect(pieces.join('').match(/x/g)).toHaveLength(400)
  // 240 points hold 48 letters of 5 points.
  for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(52)
  expect(texts.join(' ')).toContain('and more')
})

test('other requests are answered while a long invoice is rendered', async () => {
  const description = 'Zażółć gęślą jaźń '.repeat(20)
  const lineItems = Array.from({ length: 60 }, () => ({ description, quantity: 1, unitAmountCents: 1 }))
  const seller: Seller = { ...none, name: 'S' }
  let done = false
  const rendered = invoicePdf({ ...invoice, lineItems }, { ...nobody, name: 'B' } satisfies Buyer, seller)
  void rendered.finally(() => {
    done = true
  })
  let turns = 0
  while (!done) {
    await new Promise((resolve) => setImmediate(resolve))
    turns += 1
  }
  await rendered
  // In one piece it would leave two.
  expect(turns).toBeGreaterThan(5)
})
