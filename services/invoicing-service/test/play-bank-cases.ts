import { type KnownPayers, matchBooking } from '../src/bank/matching/match-booking.ts'
import { createOpenInvoices, type OpenInvoice } from '../src/bank/matching/open-invoices.ts'
import { suggest } from '../src/bank/matching/suggest.ts'
import type { BankCase } from './bank-cases.ts'

/** Matches transactions one after the other, and compares the results with what they truly pay. */
export function playCases({
  invoices,
  known,
  cases,
}: {
  invoices: readonly OpenInvoice[]
  known: KnownPayers
  cases: readonly BankCase[]
}) {
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
    const isPart = ['a part', 'part', 'less fees'].includes(kind) || kind.includes('discount')
    for (const id of isPart ? [] : pays) open.take(id)
  }
  const all = cases.filter(({ pays }) => pays.length > 0).length
  return { wrong, missed, share: found / all }
}
