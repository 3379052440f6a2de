import { expect, test } from 'vitest'
import { CreateCustomer } from './customers.ts'
import { CreateInvoice, UpdateInvoice } from './invoices.ts'
import { Country, Currency } from './money/money.ts'
import { PutSeller } from './parties/seller.ts'
import { CreateSchedule } from './schedules.ts'

test.each(['EUR', 'USD', 'JPY', 'KWD', 'CHF'])('accepts the currency %s', (code) => {
  expect(Currency.safeParse(code).success).toBe(true)
})

test.each(['eur', 'EURO', 'ABC', 'E1R', ''])('rejects the currency %j', (code) => {
  expect(Currency.safeParse(code).success).toBe(false)
})

test.each(['FR', 'GB', 'GR', 'TW', 'XK'])('accepts the country %s', (code) => {
  expect(Country.safeParse(code).success).toBe(true)
})

test.each(['fr', 'UK', 'EL', 'EU', 'ZZ', 'FRA', ''])('rejects the country %j', (code) => {
  expect(Country.safeParse(code).success).toBe(false)
})

const draft = {
  customerId: 'cus_1',
  lineItems: [{ description: 'Work', quantity: 1, unitAmountCents: 1 }],
}

test.each([
  ['2027-01-31T00:00:00.000Z', true],
  ['2027-01-31T00:00:00Z', true],
  ['2027-01-31T02:00:00+02:00', true],
  ['2027-01-31', true],
  ['2027-02-30', false],
  ['2027-02-30T00:00:00Z', false],
  ['2027-01-31T00:00:00', false],
  ['31.01.2027', false],
])('validates the day or moment %s: %j', (moment, taken) => {
  expect(CreateInvoice.safeParse({ ...draft, dueDate: moment }).success).toBe(taken)
  expect(UpdateInvoice.safeParse({ dueDate: moment }).success).toBe(taken)
  const schedule = { customerId: 'cus_1', offerId: 'off_1', nextInvoiceDate: moment }
  expect(CreateSchedule.safeParse(schedule).success).toBe(taken)
})

test.each(['HRK', 'BGN', 'DEM', 'XXX', 'eur'])(
  'rejects %s because nobody can be billed in this currency',
  (code) => {
    expect(Currency.safeParse(code).success).toBe(false)
  },
)

test.each(['\u200B', '\u2060\u3164', '\u00AD\u202E', '\u2800', ' \uFEFF '])(
  'rejects the name %j because nothing in it is visible',
  (name) => {
    expect(CreateCustomer.safeParse({ name, email: 'a@example.com' }).success).toBe(false)
    expect(PutSeller.safeParse({ name }).success).toBe(false)
  },
)
