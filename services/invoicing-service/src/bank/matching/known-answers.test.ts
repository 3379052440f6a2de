import { expect, test } from 'vitest'
import { createBankCases } from '../../../test/bank-cases.ts'
import { matchBooking } from './match-booking.ts'
import { createOpenInvoices } from './open-invoices.ts'
import { suggest } from './suggest.ts'

test('matches nothing wrongly and suggests most other invoices when 500 bookings with known invoices are read', () => {
  const { invoices, known, cases } = createBankCases()
  const open = createOpenInvoices()
  for (const invoice of invoices) open.add(invoice)
  const wrong: unknown[] = []
  const missed: Record<string, number> = {}
  let found = 0
  for (const { kind, booking, pays } of cases) {
    const matched = matchBooking(booking, open, known)
    const [best] = matched === undefined ? suggest(booking, open, known) : []
    const answer = (matched === undefined ? (best?.invoiceIds ?? []) : [matched.id]).toSorted()
    const isRight = answer.join() === pays.toSorted().join()
    if (matched !== undefined && !isRight) wrong.push({ kind, booking, matched, pays })
    if (pays.length > 0 && isRight) found += 1
    else if (pays.length > 0) missed[kind] = (missed[kind] ?? 0) + 1
    // The user matches the rest.
    for (const id of kind === 'part' || kind === 'less fees' ? [] : pays) open.take(id)
  }
  expect(cases.length).toBe(500)
  expect(wrong).toEqual([])
  const all = cases.filter(({ pays }) => pays.length > 0).length
  expect(found / all, JSON.stringify(missed)).toBeGreaterThanOrEqual(0.8)
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
