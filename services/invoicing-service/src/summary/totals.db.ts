import type { InvoiceSummary } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import { sumReturned } from '../reversals/find-returned.ts'

interface Group {
  currency: string
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  n: string
  cents: string
  recorded: string
  overdue_n: string
  overdue_cents: string
}

/**
 * Returns paid, outstanding and overdue amounts per currency. The top level is the currency with
 * the most invoices.
 */
export async function summariseInvoices(db: Db, orgId: string, now: Date): Promise<InvoiceSummary> {
  // An invoice is never overdue if its total is zero or fully credited.
  const isOverdue = sql`status = 'open' and due_date < ${now} and total_amount_cents > 0
    and (credited_cents = 0 or credited_cents < total_amount_cents)`
  const { rows } = await sql<Group>`
    select currency, status, count(*) as n,
      sum(total_amount_cents - case status when 'paid' then credited_unpaid_cents
        else credited_cents + recorded_cents end) as cents,
      sum(recorded_cents) as recorded,
      count(*) filter (where ${isOverdue}) as overdue_n,
      coalesce(sum(total_amount_cents - credited_cents - recorded_cents) filter (where ${isOverdue}), 0) as overdue_cents
    from invoices where org_id = ${orgId} group by currency, status`.execute(db)
  const byCurrency = new Map<string, InvoiceSummary['byCurrency'][number]>()
  for (const row of rows) {
    const amounts = byCurrency.get(row.currency) ?? emptyAmounts(row.currency)
    amounts.counts[row.status] = Number(row.n)
    amounts.paidCents += Number(row.status === 'paid' ? row.cents : row.recorded)
    if (row.status === 'open') {
      amounts.outstandingCents = Number(row.cents)
      amounts.overdueCents = Number(row.overdue_cents)
      amounts.counts.overdue = Number(row.overdue_n)
    }
    byCurrency.set(row.currency, amounts)
  }
  for (const { currency, refunded } of await sumReturned(db, orgId, 'all', {
    from: null,
    to: null,
  })) {
    const amounts = byCurrency.get(currency)
    if (amounts !== undefined) amounts.refundedCents = Number(refunded)
  }
  const all = [...byCurrency.values()].sort(
    (a, b) => used(b) - used(a) || (a.currency < b.currency ? -1 : 1),
  )
  return { ...(all[0] ?? emptyAmounts('EUR')), byCurrency: all }
}

const used = ({ counts }: InvoiceSummary['byCurrency'][number]): number =>
  counts.draft + counts.open + counts.paid + counts.void + counts.uncollectible

const emptyAmounts = (currency: string): InvoiceSummary['byCurrency'][number] => ({
  currency,
  paidCents: 0,
  refundedCents: 0,
  outstandingCents: 0,
  overdueCents: 0,
  counts: { draft: 0, open: 0, paid: 0, void: 0, uncollectible: 0, overdue: 0 },
})
