import { expect, test } from 'vitest'
import { paymentCodeText } from './payment-code.ts'

const account = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', holder: 'Harbour\nStudio' }
const reference = 'RF94INV2026000001'

test('writes a transfer in euros as banking apps read it', () => {
  const text = paymentCodeText({ account, reference }, { amountCents: 5, currency: 'EUR' })
  expect(text?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'COBADEFFXXX',
    'Harbour Studio',
    'DE89370400440532013000',
    'EUR0.05',
    '',
    'RF94INV2026000001',
    '',
  ])
})

test('puts a number that is no RF reference into the free text', () => {
  const means = { account: { ...account, bic: null }, reference: 'INV-2026-000001' }
  const text = paymentCodeText(means, { amountCents: 123_456, currency: 'EUR' })
  expect(text?.split('\n').slice(7)).toEqual(['EUR1234.56', '', '', 'INV-2026-000001'])
})

test('makes no code for other currencies, for nothing and for too much', () => {
  const make = (amountCents: number, currency = 'EUR') =>
    paymentCodeText({ account, reference }, { amountCents, currency })
  expect([make(100, 'CHF'), make(0), make(100_000_000_000)]).toEqual([null, null, null])
})
