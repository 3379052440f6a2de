import { expect, test } from 'vitest'
import { CreateCustomer } from './customers.ts'
import { CreateInvoice, UpdateInvoice } from './invoices.ts'
import { Country, Currency } from './money.ts'
import { PutSeller } from './parties.ts'
import { CreateSchedule } from './schedules.ts'

test.each(['EUR', 'USD', 'JPY', 'KWD', 'CHF'])('%s is a currency', (code) => {
  expect(Currency.safeParse(code).success).toBe(true)
})

test.each(['eur', 'EURO', 'ABC', 'E1R', ''])('%j is no currency', (code) => {
  expect(Currency.safeParse(code).success).toBe(false)
})

test.each(['FR', 'GB', 'GR', 'TW', 'XK'])('%s is a country', (code) => {
  expect(Country.safeParse(code).success).toBe(true)
})

test.each(['fr', 'UK', 'EL', 'EU', 'ZZ', 'FRA', ''])('%j is no country', (code) => {
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
])('the day or moment %s is taken: %j', (moment, taken) => {
  expect(CreateInvoice.safeParse({ ...draft, dueDate: moment }).success).toBe(taken)
  expect(UpdateInvoice.safeParse({ dueDate: moment }).success).toBe(taken)
  const schedule = { customerId: 'cus_1', offerId: 'off_1', nextInvoiceDate: moment }
  expect(CreateSchedule.safeParse(schedule).success).toBe(taken)
})

test.each(['HRK', 'BGN', 'DEM', 'XXX', 'eur'])('%s is no currency that anybody can be billed in', (code) => {
  expect(Currency.safeParse(code).success).toBe(false)
})

test.each(['\u200B', '\u2060\u3164', '\u00AD\u202E', '\u2800', ' \uFEFF '])(
  'refuses the name %j, which shows nothing',
  (name) => {
    expect(CreateCustomer.safeParse({ name, email: 'a@example.com' }).success).toBe(false)
    expect(PutSeller.safeParse({ name }).success).toBe(false)
  },
)
