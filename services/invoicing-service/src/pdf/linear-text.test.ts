import { expectLinear } from '@atrium/testkit'
import { expect, test } from 'vitest'
import { aBuyer, aDocument, aSeller, buildLine } from '../../test/documents.ts'
import { csvCell } from '../csv/csv-line.ts'
import { verifySignature } from '../events/verify-signature.ts'
import { oneLine } from './format.ts'
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

test.each(hostile)('formats an export cell in linear time: %s', (name, text) =>
  expectLinearText(name, text, csvCell),
)

test.each(hostile)('prepares PDF text in linear time: %s', (name, text) =>
  expectLinearText(name, text, oneLine),
)

test.each(hostile)('renders a document of 100,000 characters in linear time: %s', (name, text) =>
  expectLinearText(
    name,
    text,
    (description) => invoicePdf(aDocument({ invoice: { lineItems: [buildLine(description, 1)] } })),
    2 ** 17,
  ),
)

test.each([
  ['one word', 'x'],
  ['short words', 'x '],
])('wraps an address in linear time: %s', (name, unit) =>
  expectLinearText(
    name,
    (size) => unit.repeat(size / unit.length),
    (text) => {
      const seller = { ...aSeller, line1: text }
      return invoicePdf(aDocument({ seller, buyer: { ...aBuyer, billingLine1: text } }))
    },
    2 ** 17,
  ),
)

test('parses a signature header in linear time', () =>
  expectLinearText(
    'signature',
    (size) => 't=1,v1=,'.repeat(size / 8),
    (header) => {
      expect(() => verifySignature(new Uint8Array(1), header, 'whsec', new Date(1_000))).toThrow()
    },
  ))
