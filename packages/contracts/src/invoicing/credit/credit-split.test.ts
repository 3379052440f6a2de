import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invoiceTotals, type RateTotals, vatKey } from '../money/invoice-totals.ts'
import {
  type CreditAmounts,
  type CreditWish,
  creditSplit,
  splitCredit,
  sumRates,
} from './credit-split.ts'

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 100_000 }).map((n) => n / 100),
  unitAmountCents: fc.integer({ min: 1, max: 999_999 }),
})
const rate = fc.oneof(fc.constantFrom(0, 550, 1_000, 2_000), fc.integer({ min: 0, max: 10_000 }))
const invoice = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 10 }),
  vatRateBps: rate,
})
const wish: fc.Arbitrary<CreditWish> = fc.oneof(
  fc.record({ amountCents: fc.integer({ min: 1, max: 50_000_000 }) }),
  fc.record({ lineItems: fc.array(line, { minLength: 1, maxLength: 4 }) }),
)

const toAmounts = (net: number, vat: number): CreditAmounts => ({
  subtotalAmountCents: net,
  vatAmountCents: vat,
  totalAmountCents: net + vat,
})
const less = (rest: CreditAmounts, note: CreditAmounts): CreditAmounts =>
  toAmounts(
    rest.subtotalAmountCents - note.subtotalAmountCents,
    rest.vatAmountCents - note.vatAmountCents,
  )
const threeThirds = toAmounts(99, 20)

test('includes VAT in an amount', () => {
  const rest = toAmounts(30_000, 6_000)
  expect(creditSplit(rest, 2_000, { amountCents: 12_000 })).toEqual(toAmounts(10_000, 2_000))
  expect(creditSplit(rest, 2_000, { amountCents: 10_000 })).toEqual(toAmounts(8_333, 1_667))
})

test('excludes VAT from lines and rounds it per line', () => {
  const lineItems = Array.from({ length: 3 }, () => ({ quantity: 1, unitAmountCents: 3 }))
  expect(creditSplit(toAmounts(100, 20), 2_000, { lineItems })).toEqual(toAmounts(9, 3))
})

test('credits the whole rest if nothing, the exact amount or the exact lines are requested', () => {
  const lineItems = [{ quantity: 3, unitAmountCents: 33 }]
  for (const whole of [{}, { amountCents: 119 }, { lineItems }]) {
    expect(creditSplit(threeThirds, 2_000, whole)).toEqual(threeThirds)
  }
})

test('gives the last third of a line the VAT that rounding left over', () => {
  const lineItems = [{ quantity: 1, unitAmountCents: 33 }]
  const first = creditSplit(threeThirds, 2_000, { lineItems })
  expect(first).toEqual(toAmounts(33, 7))
  expect(creditSplit(toAmounts(33, 6), 2_000, { lineItems })).toEqual(toAmounts(33, 6))
})

test.each([{ amountCents: 120 }, { lineItems: [{ quantity: 1, unitAmountCents: 100 }] }])(
  'rejects more than the rest: %j',
  (tooMuch) => {
    expect(creditSplit(threeThirds, 2_000, tooMuch)).toBeUndefined()
  },
)

test('leaves nothing to credit when an invoice is fully credited', () => {
  for (const more of [
    {},
    { amountCents: 1 },
    { lineItems: [{ quantity: 1, unitAmountCents: 1 }] },
  ]) {
    expect(creditSplit(toAmounts(0, 0), 2_000, more)).toBeUndefined()
  }
})

test('takes no more net or VAT than is left, and leaves nothing after the last note', () => {
  fc.assert(
    fc.property(invoice, fc.array(wish, { maxLength: 12 }), ({ lines, vatRateBps }, wishes) => {
      const totals = invoiceTotals(lines, vatRateBps)
      let rest = toAmounts(totals.subtotalAmountCents, totals.vatAmountCents)
      for (const each of [...wishes, {}]) {
        const note = creditSplit(rest, vatRateBps, each)
        if (note === undefined) continue
        expect(note.totalAmountCents).toBe(note.subtotalAmountCents + note.vatAmountCents)
        if (each.amountCents !== undefined) expect(note.totalAmountCents).toBe(each.amountCents)
        rest = less(rest, note)
        const left = [rest.subtotalAmountCents, rest.vatAmountCents, note.vatAmountCents]
        for (const cents of [...left, note.subtotalAmountCents])
          expect(cents).toBeGreaterThanOrEqual(0)
      }
      expect(rest).toEqual(toAmounts(0, 0))
    }),
  )
})

test('differs from the exact VAT share by less than the rounding of the lines', () => {
  fc.assert(
    fc.property(
      invoice,
      fc.double({ min: 0, max: 1, noNaN: true }),
      ({ lines, vatRateBps }, share) => {
        const totals = invoiceTotals(lines, vatRateBps)
        fc.pre(totals.totalAmountCents > 0)
        const amountCents = Math.max(1, Math.floor(totals.totalAmountCents * share))
        const note = creditSplit(totals, vatRateBps, { amountCents })
        const exact = (totals.vatAmountCents * amountCents) / totals.totalAmountCents
        expect(Math.abs((note?.vatAmountCents ?? Number.NaN) - exact)).toBeLessThanOrEqual(
          lines.length + 1,
        )
      },
    ),
  )
})

const mixedLine = fc.record({
  quantity: fc.integer({ min: 1, max: 100_000 }).map((n) => n / 100),
  unitAmountCents: fc.integer({ min: 1, max: 999_999 }),
  discountBps: fc.integer({ min: 0, max: 10_000 }),
  vatRateBps: fc.constantFrom(0, 550, 700, 1_900),
})

const takeOff = (rest: readonly RateTotals[], note: readonly RateTotals[]): RateTotals[] =>
  rest.map((group) => {
    const part = note.find((each) => vatKey(each) === vatKey(group))
    return {
      ...group,
      netCents: group.netCents - (part?.netCents ?? 0),
      vatCents: group.vatCents - (part?.vatCents ?? 0),
    }
  })

test('never credits more of a VAT rate than is left, and ends at exactly zero for each rate', () => {
  fc.assert(
    fc.property(
      fc.array(mixedLine, { minLength: 1, maxLength: 8 }),
      fc.array(fc.double({ min: 0, max: 1.2, noNaN: true }), { maxLength: 5 }),
      (lineItems, parts) => {
        let rest = invoiceTotals(lineItems, 2_000).rates
        for (const part of parts) {
          const left = sumRates(rest).totalAmountCents
          const amountCents = Math.round(left * part)
          const note = splitCredit(rest, 2_000, { amountCents })
          expect(note === undefined).toBe(left <= 0 || amountCents > left)
          if (note === undefined) continue
          expect(sumRates(note).totalAmountCents).toBe(amountCents)
          rest = takeOff(rest, note)
          for (const { netCents, vatCents } of rest)
            expect(Math.min(netCents, vatCents)).toBeGreaterThanOrEqual(0)
        }
        const last = splitCredit(rest, 2_000, {})
        for (const { netCents, vatCents } of last === undefined ? [] : takeOff(rest, last))
          expect([netCents, vatCents]).toEqual([0, 0])
      },
    ),
  )
})

test('refuses lines at a VAT rate of which the invoice has less, and adopts the only category', () => {
  const lineItems = [
    { quantity: 1, unitAmountCents: 10_000, vatRateBps: 1_900 },
    { quantity: 1, unitAmountCents: 1_000, vatRateBps: 700 },
  ]
  const { rates } = invoiceTotals(lineItems, 0)
  const more = [{ quantity: 1, unitAmountCents: 1_001, vatRateBps: 700 }]
  expect(splitCredit(rates, 0, { lineItems: more })).toBeUndefined()
  const reversed = [{ quantity: 1, unitAmountCents: 500, vatCategory: 'reverse_charge' as const }]
  const only = invoiceTotals(reversed, 1_900).rates
  const note = splitCredit(only, 1_900, { lineItems: [{ quantity: 1, unitAmountCents: 200 }] })
  expect(note).toMatchObject([{ vatCategory: 'reverse_charge', netCents: 200, vatCents: 0 }])
})
