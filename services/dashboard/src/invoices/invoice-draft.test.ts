import { CreateInvoice, type Invoice, invoiceTotals } from '@atrium/contracts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountText } from '../money/amounts/amount.ts'
import {
  chooseCurrency,
  draftProblems,
  draftTotals,
  emptyDraft,
  type LineDraft,
  toBody,
  toDraft,
} from './invoice-draft.ts'

const currencies = ['EUR', 'JPY', 'KWD'] as const

/** Writes a number as people type it: with a point or a comma, with or without trailing zeros. */
const typed = (plain: string, comma: boolean, zeros: number): string => {
  const [whole = '', fraction] = plain.split('.')
  const decimals =
    fraction === undefined ? '' : `${comma ? ',' : '.'}${fraction}${'0'.repeat(zeros)}`
  // Three digits after a single separator can be a thousands group if the currency has two
  // decimals.
  return fraction?.length === 3 && zeros === 0 ? plain : `${whole}${decimals}`
}

const figure = fc.record({
  scaled: fc.integer({ min: 1, max: 10_000_000 }),
  cents: fc.integer({ min: -99_999_999, max: 99_999_999 }),
  comma: fc.boolean(),
})

test('computes the same totals as the platform, to the cent', () => {
  const lines = fc.array(figure, { minLength: 1, maxLength: 20 })
  const rate = fc.oneof(fc.constantFrom(2_000, 1_000, 550, 0), fc.integer({ min: 0, max: 10_000 }))
  fc.assert(
    fc.property(lines, rate, fc.constantFrom(...currencies), (figures, bps, currency) => {
      const draft = {
        ...emptyDraft('cus_1'),
        rate: typed(String(bps / 100), bps % 2 === 0, 0),
        lines: figures.map(
          ({ scaled, cents, comma }, index): LineDraft => ({
            key: String(index),
            description: 'Sail cloth',
            quantity: typed(String(scaled / 10_000), comma, 0),
            price: typed(amountText(cents, currency), comma && currency !== 'KWD', 0),
          }),
        ),
      }
      const body = CreateInvoice.parse(toBody(draft, currency))
      expect(body.lineItems).toEqual(
        figures.map(({ scaled, cents }) => ({
          description: 'Sail cloth',
          quantity: scaled / 10_000,
          unitAmountCents: cents,
        })),
      )
      expect(draftTotals(draft, currency)).toEqual(invoiceTotals(body.lineItems ?? [], bps))
      expect(draftProblems(draft, currency)).toEqual({})
    }),
  )
})

test('converts a stored draft to a form and back without changes', () => {
  const invoice = {
    id: 'inv_1',
    customerId: 'cus_1',
    offerId: null,
    currency: 'EUR',
    vatRateBps: 550,
    lineItems: [
      { description: 'Rope', quantity: 0.5, unitAmountCents: -1_050 },
      {
        description: 'Sail',
        quantity: 2,
        unitAmountCents: 10_000,
        unit: 'm2',
        discountBps: 250,
        vatRateBps: 700,
      },
      {
        description: 'Repair',
        quantity: 1,
        unitAmountCents: 100,
        vatCategory: 'exempt' as const,
        vatReason: 'Article 1',
      },
    ],
    note: 'Thank you',
    recipients: { to: ['office@bakery.example'], cc: [] },
    dueDate: '2026-12-24',
  } as Partial<Invoice> as Invoice
  expect(toBody(toDraft(invoice), 'EUR')).toEqual({
    customerId: 'cus_1',
    vatRateBps: 550,
    lineItems: invoice.lineItems,
    dueDate: invoice.dueOn,
    note: 'Thank you',
    footer: null,
    orderNumber: null,
    buyerReference: null,
    contractNumber: null,
    serviceFrom: null,
    serviceTo: null,
    recipients: { to: ['office@bakery.example'], cc: [] },
  })
})

test('keeps the stored currency if neither the offer nor the customer has one', () => {
  const [yen, dollar, none] = [{ currency: 'JPY' }, { currency: 'USD' }, { currency: null }]
  expect(chooseCurrency(yen, dollar, dollar)).toBe('JPY')
  expect(chooseCurrency(undefined, dollar, yen)).toBe('USD')
  expect(chooseCurrency(undefined, none, yen)).toBe('JPY')
  expect(chooseCurrency(undefined, none, undefined)).toBe('EUR')
})

test('reports a problem in plain words at each invalid field', () => {
  const line = { key: '1', description: ' ', quantity: '0', price: 'ten' }
  expect(draftProblems({ ...emptyDraft(), lines: [line], rate: '101' }, 'EUR')).toEqual({
    customerId: 'Choose a customer',
    'lineItems.0.description': 'Enter a description',
    'lineItems.0.quantity': 'More than 0, at most four decimals',
    'lineItems.0.unitAmountCents': 'An amount, such as 241.67',
    vatRateBps: '0 to 100 %, at most two decimals',
  })
})

test('ignores a line in the totals while its numbers are incomplete', () => {
  const [line] = emptyDraft().lines
  const draft = {
    ...emptyDraft(),
    lines: [{ key: '1', description: '', quantity: '2', price: '10' }, ...(line ? [line] : [])],
  }
  expect(draftTotals(draft, 'EUR')?.totalAmountCents).toBe(2_400)
})
