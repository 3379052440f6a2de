import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tableRow } from './bench-table.ts'
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
])('compares %j with %j: %j', (value, target, expected) => {
  expect(reached({ ...row, value, target })).toBe(expected)
})

test('compares the median if there are several rounds', () => {
  expect(reached({ ...row, value: [1, 10, 11], target: '>= 10' })).toBe(true)
  expect(reached({ ...row, value: [1, 9, 11], target: '>= 10' })).toBe(false)
})

test("states a row's bound, its median and the spread of its rounds", () => {
  const when = { date: '2026-01-31', commit: 'abc1234' }
  const measured = { name: 'reads', unit: '/s', target: '>= 2000' }
  expect(tableRow({ ...measured, value: 2_500 }, when)).toBe(
    '| reads | >= 2000 | 2,500 /s | – | 2026-01-31 | abc1234 |',
  )
  expect(tableRow({ ...measured, value: [1_800, 900, 2_500] }, when)).toBe(
    '| reads | >= 2000 | **1,800 /s**, missed | 900 to 2,500 | 2026-01-31 | abc1234 |',
  )
})

test('keeps a rounded value within half a percent or half a thousandth', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (value) => {
      expect(Math.abs(rounded(value) - value)).toBeLessThanOrEqual(
        Math.max(0.000_51, value * 0.005),
      )
    }),
  )
})
