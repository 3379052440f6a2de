import { expect, test } from 'vitest'
import { rateOfSale } from './sale-rate.ts'

test.each([
  [833, 167, 2_000],
  [167, 33, 2_000],
  [10_000, 2_000, 2_000],
  [1_895, 104, 550],
  [4_762, 238, 500],
  [100_000, 8_125, 813],
  [0, 50, 0],
  [100, 0, 0],
  [100, 500, 10_000],
])('finds the rate for %i cents with %i cents of VAT at %i basis points', (net, vat, rate) => {
  expect(rateOfSale(net, vat)).toBe(rate)
})
