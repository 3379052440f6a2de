import type { CreditNote, Invoice } from '@atrium/contracts'
import { expect, test } from 'vitest'
import {
  type CreditDraft,
  calculateRest,
  creditProblems,
  draftSplit,
  toCreditBody,
} from './credit-draft.ts'

const invoice = {
  currency: 'EUR',
  vatRateBps: 2_000,
  subtotalAmountCents: 30_000,
  vatAmountCents: 6_000,
  totalAmountCents: 36_000,
} as Invoice
const note = {
  subtotalAmountCents: 8_333,
  vatAmountCents: 1_667,
  totalAmountCents: 10_000,
} as CreditNote
const rest = calculateRest(invoice, [note])
const draft: CreditDraft = {
  extent: 'whole',
  amount: '',
  reason: 'Returned',
  lines: [{ key: '1', description: 'Chair', quantity: '2', price: '50' }],
}

test('subtracts the credit notes from an invoice', () => {
  expect(rest).toEqual({
    subtotalAmountCents: 21_667,
    vatAmountCents: 4_333,
    totalAmountCents: 26_000,
  })
  expect(draftSplit(draft, rest, invoice)).toEqual(rest)
})

test.each([
  [
    { extent: 'amount', amount: '120,00' },
    { subtotalAmountCents: 10_000, totalAmountCents: 12_000 },
  ],
  [{ extent: 'lines' }, { subtotalAmountCents: 10_000, vatAmountCents: 2_000 }],
] as const)('splits %j into net and VAT as the platform does', (part, amounts) => {
  expect(draftSplit({ ...draft, ...part }, rest, invoice)).toMatchObject(amounts)
})

test.each([
  [{ extent: 'amount', amount: '260.01' }, 'too-much'],
  [{ extent: 'amount', amount: '' }, 'none'],
  [{ extent: 'amount', amount: '-1' }, 'none'],
  [{ extent: 'lines', lines: [{ key: '1', description: 'x', quantity: '1', price: '' }] }, 'none'],
  [
    { extent: 'lines', lines: [{ key: '1', description: 'x', quantity: '1', price: '999' }] },
    'too-much',
  ],
] as const)('rejects the draft %j with "%s"', (part, outcome) => {
  expect(draftSplit({ ...draft, ...part }, rest, invoice)).toBe(outcome)
})

test('sends only the fields of the chosen extent and reports each problem at its field', () => {
  expect(toCreditBody({ ...draft, amount: '5' }, 'EUR')).toEqual({ reason: 'Returned' })
  expect(toCreditBody({ ...draft, extent: 'amount', amount: '5' }, 'EUR')).toEqual({
    amountCents: 500,
    reason: 'Returned',
  })
  const empty = { ...draft, extent: 'amount', amount: '', reason: '' } as const
  expect(Object.keys(creditProblems(empty, 'EUR')).sort()).toEqual(['amountCents', 'reason'])
  expect(creditProblems(draft, 'EUR')).toEqual({})
})
