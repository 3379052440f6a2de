import type { Invoice } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { invoiceDocument } from './render-document.ts'

const invoice = {
  id: 'inv_1',
  number: null,
  status: 'draft',
  customerId: 'cus_1',
  currency: 'JPY',
  vatRateBps: 1_000,
  lineItems: [
    { description: 'Rope | 3 m\nblue', quantity: 3, unitAmountCents: 1_200 },
    { description: 'A \\| trick', quantity: 1, unitAmountCents: 0 },
  ],
  subtotalAmountCents: 3_600,
  vatAmountCents: 360,
  totalAmountCents: 3_960,
  creditedCents: 0,
  refundedCents: 0,
  amountDueCents: 3_960,
} as unknown as Invoice

test("names a draft's customer, and writes each line as one row with its amount in the currency", () => {
  const text = invoiceDocument(invoice, 'Harbour Books')
  expect(text).toContain('- Customer: Harbour Books\n- Customer id: cus_1')
  const rows = text.split('\n').filter((line) => line.startsWith('|'))
  expect(rows.slice(2)).toEqual([
    '| Rope \\| 3 m blue | 3 | 1200 JPY | 3600 JPY |',
    '| A \\\\\\| trick | 1 | 0 JPY | 0 JPY |',
  ])
  expect(text).toContain('- VAT 10 %: 360 JPY')
  expect(text).not.toContain('Credited')
})
