import { expect, test } from 'vitest'
import { exactFromProviderAmount, fromProviderAmount, toProviderAmount } from './provider-amount.ts'

test.each([
  ['EUR', 1_234, 1_234],
  ['JPY', 500, 500],
  // No decimals since 2023, but two in the API, like the Ugandan shilling.
  ['ISK', 5, 500],
  ['UGX', 12_000, 1_200_000],
  // The minor unit of MGA is a fifth of an ariary, but the API counts ariaries.
  ['MGA', 70_000, 700],
  ['KWD', 5_120, 5_120],
  // Only payouts have no decimals.
  ['HUF', 1_045, 1_045],
  ['TWD', 80_045, 80_045],
])('converts %s: %i minor units are %i at the provider, and back', (currency, cents, amount) => {
  expect(toProviderAmount(cents, currency)).toBe(amount)
  expect(fromProviderAmount(amount, currency.toLowerCase())).toBe(cents)
  expect(fromProviderAmount(-amount, currency)).toBe(-cents)
})

test.each([
  ['KWD', 5_124],
  ['BHD', 1],
  ['MGA', 150],
])('refuses %s: %i minor units', (currency, cents) => {
  expect(() => toProviderAmount(cents, currency)).toThrow(
    expect.objectContaining({ code: 'amount_not_chargeable', kind: 'unprocessable' }),
  )
})

test.each([
  ['ISK', 124_124, 1_241.24, 1_241],
  ['ISK', 124_100, 1_241, 1_241],
  ['MGA', 7, 700, 700],
  ['EUR', 124_124, 124_124, 124_124],
])(
  'converts %s: %i at the provider are exactly %d minor units',
  (currency, amount, exact, rounded) => {
    expect(exactFromProviderAmount(amount, currency)).toBe(exact)
    expect(fromProviderAmount(amount, currency)).toBe(rounded)
  },
)

test('keeps a missing amount missing', () => {
  expect([fromProviderAmount(null, 'isk'), fromProviderAmount(undefined, null)]).toEqual([
    null,
    undefined,
  ])
})
