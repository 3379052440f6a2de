import type { Buyer, Invoice, Seller } from '@atrium/contracts'
import { expectLinear } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { csvCell } from '../csv/csv-line.ts'
import { verifySignature } from '../events/verify-signature.ts'
import { oneLine, printable } from './format.ts'
import { invoicePdf } from './invoice-pdf.ts'

const largest = 2 ** 20

const expectLinearText = (
  name: string,
  text: (size: number) => string,
  run: (text: string) => unknown,
  size = largest,
) =>
  expectLinear(name, size, (n) => {
    const made = text(n)
    return () => run(made)
  })

const hostile: Array<[string, (size: number) => string]> = [
  ['one word', (size) => 'x'.repeat(size)],
  ['blanks', (size) => ' '.repeat(size)],
  ['blanks before a letter', (size) => `${' '.repeat(size)}x`],
  ['quotes', (size) => '"'.repeat(size)],
  ['line breaks and tabs', (size) => '\r\n\t'.repeat(size / 3)],
  ['control characters', (size) => '\u0007'.repeat(size)],
  ['combining marks', (size) => `a${'\u0301\u0323'.repeat(size / 2)}`],
  ['letters without a font', (size) => '東'.repeat(size)],
  ['signs of a formula', (size) => '=+-@'.repeat(size / 4)],
]

test.each(hostile)('a cell of the export takes time by its length: %s', (name, text) =>
  expectLinearText(name, text, csvCell),
)

test.each(hostile)('text for the PDF takes time by its length: %s', async (name, text) => {
  await expectLinearText(name, text, oneLine)
  await expectLinearText(name, text, printable, 2 ** 17)
})

const none = { line1: null, line2: null, city: null, postalCode: null, country: null, registration: null }
const invoice = {
  id: 'inv_1',
  number: 'INV-2026-000001',
  status: 'open',
  currency: 'EUR',
  vatRateBps: 0,
  subtotalAmountCents: 1,
  vatAmountCents: 0,
  totalAmountCents: 1,
  issueDate: '2026-11-21T00:00:00.000Z',
  dueDate: null,
  lineItems: [{ description: 'x', quantity: 1, unitAmountCents: 1 }],
} as unknown as Invoice
const buyer: Buyer = {
  name: 'Buyer',
  email: '',
  billingLine1: null,
  billingLine2: null,
  billingCity: null,
  billingPostalCode: null,
  billingState: null,
  billingCountry: null,
  taxId: null,
}

test.each([
  ['one word', 'x'],
  ['short words', 'x '],
])('breaking an address into lines takes time by its length: %s', (name, unit) =>
  expectLinearText(
    name,
    (size) => unit.repeat(size / unit.length),
    (text) => {
      const seller: Seller = { ...none, taxId: null, name: 'S', line1: text }
      return invoicePdf(invoice, { ...buyer, billingLine1: text }, seller)
    },
    2 ** 18,
  ),
)

test('the header of a signature takes time by its length', () =>
  expectLinearText(
    'signature',
    (size) => 't=1,v1=,'.repeat(size / 8),
    (header) => {
      expect(() => verifySignature(new Uint8Array(1), header, 'whsec', new Date(1_000))).toThrow()
    },
  ))
