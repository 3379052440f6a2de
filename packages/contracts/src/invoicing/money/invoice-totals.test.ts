import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invoiceTotals } from './invoice-totals.ts'
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
