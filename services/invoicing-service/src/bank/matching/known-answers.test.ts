import { expect, test } from 'vitest'
import { createBankCases } from '../../../test/bank-cases.ts'
import { createGarbledCases } from '../../../test/garbled-cases.ts'
import { playCases } from '../../../test/play-bank-cases.ts'
import { matchBooking } from './match-booking.ts'
import { createOpenInvoices } from './open-invoices.ts'
import { suggest } from './suggest.ts'

test('matches nothing wrongly and suggests most other invoices when 500 bookings with known invoices are read', () => {
  const played = createBankCases()
  expect(played.cases.length).toBe(500)
  const { wrong, missed, share } = playCases(played)
  expect(wrong).toEqual([])
  expect(share, JSON.stringify(missed)).toBeGreaterThanOrEqual(0.8)
})

test('matches nothing wrongly and suggests most other invoices when banks cut and garble texts', () => {
  const played = createGarbledCases()
  expect(played.cases.length).toBe(140)
  const { wrong, missed, share } = playCases({ ...played, known: new Map() })
  expect(wrong).toEqual([])
  expect(share, JSON.stringify(missed)).toBeGreaterThanOrEqual(0.95)
})

test.each([
  ['Habrour Bakery', 'swaps two letters'],
  ['Harbor Bakerry', 'drops and doubles letters'],
  ['H?RBOUR BAKERY', 'has a sign that the bank could not write'],
])('suggests but does not match by the payer “%s” when the name %s', (payer) => {
  const open = createOpenInvoices()
  open.add(invoice('INV-2026-000012', 'cus_1'))
  open.add(invoice('INV-2026-000013', 'cus_2'))
  const booking = pay('Invoice 12', payer)
  expect(matchBooking(booking, open, new Map())).toBeUndefined()
  expect(matchBooking(pay('INV-2026-000013', payer), open, new Map())).toBeUndefined()
  const [best] = suggest(pay('Thank you', payer), open, new Map())
  expect(best).toMatchObject({
    invoiceNumbers: ['INV-2026-000012'],
    reason: 'The payer’s name is nearly that of Harbour Bakery, and the amount is what is due.',
  })
})

test('matches nothing when the payer owes the amount but the number is of a customer with nearly the name', () => {
  const open = createOpenInvoices()
  open.add(invoice('INV-2026-000012', 'cus_1'))
  open.add({ ...invoice('INV-2026-000013', 'cus_3'), customerName: 'Harbor Bakery' })
  const booking = { ...pay('INV-2026-000013', 'Harbour Bakery'), iban: 'DE89370400440532013000' }
  expect(matchBooking(booking, open, new Map())).toBeUndefined()
  const known = new Map([[booking.iban, new Set(['cus_1'])]])
  const unnamed = { ...booking, counterparty: 'H?rb?r Bakery' }
  expect(matchBooking(unnamed, open, known)).toBeUndefined()
})

test('suggests all invoices of a list when only its first number is complete', () => {
  const open = createOpenInvoices()
  for (const number of ['INV-2026-000012', 'INV-2026-000013', 'INV-2026-000014'])
    open.add(invoice(number, 'cus_1'))
  const booking = (amountCents: number) => ({
    ...pay('Rechnungen 2026-000012, 13 und 14'),
    amountCents,
  })
  const [whole] = suggest(booking(14_700), open, new Map())
  expect(whole).toMatchObject({ score: 0.98, invoiceNumbers: { length: 3 } })
  const [less] = suggest(booking(14_406), open, new Map())
  expect(less?.invoiceIds).toHaveLength(3)
  expect(less?.reason).toContain('a discount of 2 %')
})

const invoice = (number: string, customerId: string, dueCents = 4_900) => ({
  id: number,
  number,
  customerId,
  customerName: customerId === 'cus_1' ? 'Harbour Bakery' : 'Linden Studio',
  dueCents,
  currency: 'EUR',
})
const pay = (reference: string, counterparty: string | null = 'M. Muster') => ({
  amountCents: 4_900,
  currency: 'EUR',
  counterparty,
  iban: null,
  reference,
})

test.each([
  'INV-2025-000012',
  'INV 2025 000012',
  'EST-2026-000012',
  'Angebot 2026-000012',
  'CN 2026 000012',
  'Kundennummer 000012',
  'Rechnung vom 12.11.2026',
  'Rechnung 12/2026',
  '49,00 for 360.12',
])('matches nothing when the number in “%s” is of something else', (reference) => {
  for (const payer of ['M. Muster', 'Harbour Bakery GmbH', null]) {
    const open = createOpenInvoices()
    open.add(invoice('INV-2026-000012', 'cus_1'))
    expect(matchBooking(pay(reference, payer), open, new Map())).toBeUndefined()
  }
})

test.each([
  'INV-2026-000012',
  'inv2026000012',
  '2026-000012',
  'Rechnung Nr.2026-000012',
  'INV 2026 12',
  'Payment 000012',
  'Invoice no 12 of 20.11.2026',
  'KD 4711 2026-000012',
])('matches the invoice when “%s” names it', (reference) => {
  const open = createOpenInvoices()
  open.add(invoice('INV-2026-000012', 'cus_1'))
  open.add(invoice('INV-2026-000013', 'cus_2', 5_000))
  expect(matchBooking(pay(reference), open, new Map())?.number).toBe('INV-2026-000012')
})

test('matches nothing when a number and the group behind it make another number', () => {
  const open = createOpenInvoices()
  open.add(invoice('INV-2026-000001', 'cus_1'))
  open.add(invoice('INV-2026-000112', 'cus_2'))
  expect(matchBooking(pay('INV-2026-1 12/2026'), open, new Map())).toBeUndefined()
})
