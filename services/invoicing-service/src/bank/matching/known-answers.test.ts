import { expect, test } from 'vitest'
import { createBankCases } from '../../../test/bank-cases.ts'
import { matchBooking } from './match-booking.ts'
import { createOpenInvoices } from './open-invoices.ts'
import { suggest } from './suggest.ts'

test('matches nothing wrongly and suggests most of the rest when 500 answers are known', () => {
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
