import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vatCategories } from '../invoice-lines.ts'
import { invoiceTotals, type PricedLine, readLineVat, vatKey } from './invoice-totals.ts'
import { divideHalfAway, lineTotalCents, quantityToScaled } from './rounding.ts'

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 100_000_000 }).map((n) => n / 10_000),
  unitAmountCents: fc.integer({ min: -9_999_999, max: 9_999_999 }),
})
const rate = fc.integer({ min: 0, max: 10_000 })

test('computes 12,083.50 plus 2,416.70 for 50 at 241.67 with 20 %', () => {
  expect(invoiceTotals([{ quantity: 50, unitAmountCents: 24_167 }], 2_000)).toMatchObject({
    subtotalAmountCents: 1_208_350,
    vatAmountCents: 241_670,
    totalAmountCents: 1_450_020,
  })
})

test.each([
  [1.005, 100, 101n],
  [0.5, 1, 1n],
  [0.5, -1, -1n],
  [0.4999, 1, 0n],
  [1.15, 100, 115n],
  [0.0001, 5_000, 1n],
])('multiplies %d by %d cents to %d', (quantity, unit, total) => {
  expect(lineTotalCents(quantity, unit)).toBe(total)
})

test('rounds VAT per line before it sums', () => {
  const lines = Array.from({ length: 3 }, () => ({ quantity: 1, unitAmountCents: 3 }))
  expect(invoiceTotals(lines, 2_000)).toMatchObject({
    subtotalAmountCents: 9,
    vatAmountCents: 3,
    totalAmountCents: 12,
  })
})

test('reads a quantity as the exact value of its decimal form', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000_000 }), (scaled) => {
      expect(quantityToScaled(scaled / 10_000)).toBe(BigInt(scaled))
    }),
  )
})

test('sums the lines in any order and never returns negative zero', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 30 }), rate, (lines, bps) => {
      const totals = invoiceTotals(lines, bps)
      const net = totals.lines.reduce((sum, { netCents }) => sum + netCents, 0)
      const vat = totals.lines.reduce((sum, { vatCents }) => sum + vatCents, 0)
      expect(totals.subtotalAmountCents).toBe(net)
      expect(totals.vatAmountCents).toBe(vat)
      expect(totals.totalAmountCents).toBe(net + vat)
      expect(invoiceTotals([...lines].reverse(), bps).totalAmountCents).toBe(
        totals.totalAmountCents,
      )
      for (const { netCents, vatCents } of totals.lines) {
        expect(Object.is(netCents, -0) || Object.is(vatCents, -0)).toBe(false)
      }
    }),
  )
})

test("adds the net amounts and VAT of all rates up to the document's totals", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), rate, (lines, bps) => {
      const { rates, subtotalAmountCents, vatAmountCents } = invoiceTotals(lines, bps)
      expect(rates.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(subtotalAmountCents)
      expect(rates.reduce((sum, { vatCents }) => sum + vatCents, 0)).toBe(vatAmountCents)
      expect(rates.every(({ vatRateBps }) => vatRateBps === bps)).toBe(true)
    }),
  )
})

test('rounds a division to the nearest value, and halves away from zero', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.bigInt(1n, 10n ** 6n), (n, d) => {
      const rounded = divideHalfAway(n, d)
      const doubled = 2n * (rounded * d - n)
      expect(doubled >= -d && doubled <= d).toBe(true)
      if (doubled === d) expect(n > 0n).toBe(true)
      if (doubled === -d) expect(n < 0n).toBe(true)
    }),
  )
})

const taxedLine: fc.Arbitrary<PricedLine> = fc
  .record(
    {
      quantity: fc.integer({ min: 1, max: 100_000_000 }).map((n) => n / 10_000),
      unitAmountCents: fc.integer({ min: -9_999_999, max: 9_999_999 }),
      discountBps: fc.integer({ min: 0, max: 10_000 }),
      vatRateBps: fc.constantFrom(0, 550, 700, 1_900),
      vatCategory: fc.constantFrom(...vatCategories),
      vatReason: fc.constantFrom('Article 1', 'Article 2'),
    },
    { requiredKeys: ['quantity', 'unitAmountCents'] },
  )
  .filter(({ vatCategory, vatRateBps = 0 }) => {
    const isStandard = vatCategory === undefined || vatCategory === 'standard'
    return isStandard || vatRateBps === 0
  })

test('takes a discount off before it rounds the line total', () => {
  expect(lineTotalCents(3, 3_333, 1_000)).toBe(8_999n)
  expect(lineTotalCents(0.5, 1, 5_000)).toBe(0n)
  expect(lineTotalCents(0.5, 3, 0)).toBe(2n)
  expect(lineTotalCents(1, -101, 5_000)).toBe(-51n)
  expect(lineTotalCents(2, 500, 10_000)).toBe(0n)
})

test('charges each line its own rate, and none if its category has no VAT', () => {
  const lines: PricedLine[] = [
    { quantity: 1, unitAmountCents: 10_000 },
    { quantity: 2, unitAmountCents: 5_000, vatRateBps: 700 },
    { quantity: 1, unitAmountCents: 1_000, vatCategory: 'reverse_charge' },
    { quantity: 1, unitAmountCents: 2_000, vatCategory: 'standard' },
  ]
  const { rates, ...totals } = invoiceTotals(lines, 1_900)
  expect(totals).toMatchObject({ subtotalAmountCents: 23_000, vatAmountCents: 2_980 })
  expect(rates).toEqual([
    { vatRateBps: 1_900, vatCategory: null, vatReason: null, netCents: 12_000, vatCents: 2_280 },
    { vatRateBps: 700, vatCategory: null, vatReason: null, netCents: 10_000, vatCents: 700 },
    {
      vatRateBps: 0,
      vatCategory: 'reverse_charge',
      vatReason: null,
      netCents: 1_000,
      vatCents: 0,
    },
  ])
})

test('adds lines with any discount, rate and category up to the totals and to one group each', () => {
  fc.assert(
    fc.property(fc.array(taxedLine, { minLength: 1, maxLength: 30 }), rate, (lines, bps) => {
      const totals = invoiceTotals(lines, bps)
      const sum = (of: ReadonlyArray<{ netCents: number; vatCents: number }>) => [
        of.reduce((all, { netCents }) => all + netCents, 0),
        of.reduce((all, { vatCents }) => all + vatCents, 0),
      ]
      const expected = [totals.subtotalAmountCents, totals.vatAmountCents]
      expect(sum(totals.lines)).toEqual(expected)
      expect(sum(totals.rates)).toEqual(expected)
      expect(totals.totalAmountCents).toBe(totals.subtotalAmountCents + totals.vatAmountCents)
      const keys = totals.rates.map(vatKey)
      expect(new Set(keys).size).toBe(keys.length)
      expect(new Set(lines.map((one) => vatKey(readLineVat(one, bps))))).toEqual(new Set(keys))
    }),
  )
})
