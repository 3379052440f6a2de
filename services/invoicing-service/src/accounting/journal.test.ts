import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LedgerEvent, toEntries } from './journal.ts'

const event: LedgerEvent = {
  kind: 'issued',
  before: null,
  subtotalCents: 10_000n,
  vatCents: 2_000n,
  totalCents: 12_000n,
  openCents: 12_000n,
  openVatCents: 2_000n,
  payableCents: 12_000n,
  rates: null,
  openRates: null,
}
const shown = (of: Partial<LedgerEvent>) =>
  toEntries({ ...event, ...of }).map(({ journal, lines }) => [
    journal,
    ...lines.map(({ account, debitCents, creditCents }) => [
      account,
      Number(debitCents - creditCents),
    ]),
  ])

test('debits the customer with the total of a sale, and reverses it for a credit note and a void', () => {
  expect(shown({})).toEqual([['sales', ['customers', 12_000], ['sales', -10_000], ['vat', -2_000]]])
  const back = [['sales', ['customers', -12_000], ['sales', 10_000], ['vat', 2_000]]]
  expect([shown({ kind: 'credited' }), shown({ kind: 'voided' })]).toEqual([back, back])
})

test('closes what credit notes have left when an invoice is paid or written off', () => {
  expect(shown({ kind: 'paid', openCents: 7_000n, payableCents: 7_000n })).toEqual([
    ['bank', ['bank', 7_000], ['customers', -7_000]],
  ])
  expect(shown({ kind: 'uncollectible' })).toEqual([
    ['general', ['badDebts', 12_000], ['customers', -12_000]],
  ])
})

test('reverses a write-off or a void first when a payment follows', () => {
  expect(shown({ kind: 'paid', before: 'uncollectible' })).toEqual([
    ['general', ['badDebts', -12_000], ['customers', 12_000]],
    ['bank', ['bank', 12_000], ['customers', -12_000]],
  ])
  expect(shown({ kind: 'paid', before: 'voided' })[0]).toEqual([
    'general',
    ['customers', 12_000],
    ['sales', -10_000],
    ['vat', -2_000],
  ])
})

test('leaves neither a receivable nor a bad debt when a write-off, a credit note and a payment of the rest add up', () => {
  const credit = { subtotalCents: 2_500n, vatCents: 500n, totalCents: 3_000n }
  const rest = { openCents: 9_000n, openVatCents: 1_500n, payableCents: 9_000n }
  const entries = [
    ...toEntries(event),
    ...toEntries({ ...event, kind: 'uncollectible' }),
    ...toEntries({ ...event, ...rest, ...credit, kind: 'credited', before: 'uncollectible' }),
    ...toEntries({ ...event, ...rest, kind: 'paid', before: 'uncollectible' }),
  ]
  const balance = (of: string): bigint =>
    entries
      .flatMap(({ lines }) => lines.filter(({ account }) => account === of))
      .reduce((sum, { debitCents, creditCents }) => sum + debitCents - creditCents, 0n)
  expect(['customers', 'badDebts', 'bank', 'sales', 'vat'].map(balance)).toEqual([
    0n,
    0n,
    9_000n,
    -7_500n,
    -1_500n,
  ])
})

test('reverses the payment for a refund and a lost dispute, and restores the payment when the dispute is won later', () => {
  const back = [['bank', ['customers', 1_000], ['bank', -1_000]]]
  const amounts = { subtotalCents: 1_000n, vatCents: 0n, totalCents: 1_000n }
  expect(shown({ kind: 'refunded', ...amounts })).toEqual(back)
  expect(shown({ kind: 'dispute_lost', ...amounts })).toEqual(back)
  expect(shown({ kind: 'dispute_won', ...amounts, totalCents: -1_000n })).toEqual([
    ['bank', ['customers', -1_000], ['bank', 1_000]],
  ])
  expect(shown({ kind: 'dispute_won', ...amounts, totalCents: 0n })).toEqual([])
})

test('balances every entry with one positive amount per line, and makes no entry if the amount is zero', () => {
  const cents = fc.bigInt({ min: 0n, max: 999_999_999_999n })
  fc.assert(
    fc.property(
      fc.constantFrom(
        'issued' as const,
        'credited' as const,
        'voided' as const,
        'uncollectible' as const,
      ),
      fc.constantFrom(null, 'voided' as const, 'uncollectible' as const, 'paid' as const),
      cents,
      cents,
      cents,
      (kind, before, subtotalCents, vatCents, openCents) => {
        const totalCents = subtotalCents + vatCents
        for (const { lines } of toEntries({
          kind,
          before,
          subtotalCents,
          vatCents,
          totalCents,
          openCents,
          payableCents: openCents,
          openVatCents: 0n,
          rates: null,
          openRates: null,
        })) {
          expect(lines.reduce((sum, line) => sum + line.debitCents - line.creditCents, 0n)).toBe(0n)
          for (const { debitCents, creditCents } of lines) {
            expect([debitCents, creditCents].filter((amount) => amount > 0n)).toHaveLength(1)
          }
        }
      },
    ),
  )
  expect(shown({ subtotalCents: 0n, vatCents: 0n, totalCents: 0n })).toEqual([])
})
