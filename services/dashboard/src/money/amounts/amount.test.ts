import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountLabel, amountText, parseCents, parseQuantity, parseRate } from './amount.ts'

test.each([
  ['241.67', 'EUR', 24_167],
  ['241,67', 'EUR', 24_167],
  ['1,234', 'EUR', 123_400],
  ['1.234', 'EUR', 123_400],
  ['1.234,50', 'EUR', 123_450],
  ['1,234.5', 'EUR', 123_450],
  ['12 345,6', 'EUR', 1_234_560],
  ['1,234,567', 'EUR', 123_456_700],
  ['-0.01', 'EUR', -1],
  ['.5', 'EUR', 50],
  ['1234', 'JPY', 1_234],
  ['1.234', 'KWD', 1_234],
  ['1.234', 'IQD', 1_234],
  ['12,50', 'HUF', 1_250],
  ['0.10', 'USD', 10],
])('parses %s %s as %d minor units', (typed, currency, cents) => {
  expect(parseCents(typed, currency)).toBe(cents)
})

test.each(['', '-', 'ten', '1.2.3,4,5x', '1e5', '0.001', '1.2345', 'NaN', '12345678901234567890'])(
  'returns undefined if the typed amount is %j',
  (typed) => {
    expect(parseCents(typed, 'EUR')).toBeUndefined()
  },
)

test('parses a shown amount to the same amount if the currency has no, two or three decimals', () => {
  const cents = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 })
  fc.assert(
    fc.property(cents, fc.constantFrom('EUR', 'JPY', 'KWD'), (amount, currency) => {
      expect(parseCents(amountText(amount, currency), currency)).toBe(amount)
    }),
  )
})

test('parses an amount as the locale formats it', () => {
  expect(amountLabel(1_450_020, 'EUR', 'en-GB')).toBe('€14,500.20')
  expect(parseCents('14.500,20', 'EUR')).toBe(1_450_020)
})

test("shows the minor unit's decimals even if the browser would show others", () => {
  expect(amountLabel(1_234_567, 'HUF', 'en-GB')).toBe('HUF\u00A012,345.67')
  expect(amountLabel(1_234_567, 'ISK', 'en-GB')).toBe('ISK\u00A01,234,567')
  expect(amountLabel(1_234_567, 'IQD', 'en-GB')).toBe('IQD\u00A01,234.567')
})

test('accepts at most four decimals in a quantity, and two in a rate', () => {
  expect([parseQuantity('0,25'), parseQuantity('1.2345'), parseQuantity('1.23456')]).toEqual([
    0.25,
    1.2345,
    undefined,
  ])
  expect([parseRate('5.5'), parseRate('19,6 %'), parseRate('0'), parseRate('1.234')]).toEqual([
    550, 1_960, 0, 123_400,
  ])
})
