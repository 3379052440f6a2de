import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reached, rounded } from './measurement.ts'

const row = { name: 'x', unit: '' }

test.each([
  [5_000, '>= 5000', true],
  [4_999.9, '>= 5000', false],
  [1_000, '≥ 1,000', true],
  [999, '≥ 1,000', false],
  [5_000, '> 5000', false],
  [14.9, '< 15', true],
  [15, '< 15 ms', false],
  [15, '<= 15', true],
  [1_500, '>= 1,500', true],
  [0, '= 0', true],
  [1, '= 0', false],
  [1, 'none', undefined],
  [1, '-', undefined],
  [Number.NaN, '>= 1', false],
])('%j against %j: %j', (value, target, expected) => {
  expect(reached({ ...row, value, target })).toBe(expected)
})

test('a benchmark’s own verdict counts', () => {
  expect(reached({ ...row, value: 1, target: '>= 5', reached: true })).toBe(true)
})

test('rounding keeps a value within half a percent, or half a thousandth', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (value) => {
      expect(Math.abs(rounded(value) - value)).toBeLessThanOrEqual(Math.max(0.000_51, value * 0.005))
    }),
  )
})
