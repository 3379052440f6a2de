import { breakdownEntriesAtMost, type SummaryQuery } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Day } from '../calendar/calendar-days.ts'
import type { Db } from '../database.ts'

export type Key = NonNullable<SummaryQuery['by']>

export interface Group {
  key: string
  currency: string
  count: string
  invoiced: string
  credited: string
  paid: string
  outstanding: string
  overdue: string
}

/** First and last issue day, and the moment for deciding what is overdue. */
interface Period {
  from: Day | null
  to: Day | null
  now: Date
}

// Must equal the expression in the table statistics, which tell the planner the number of months.
const month = sql`date_trunc('month', issued_on::timestamp)`
const columns = { month, customer: sql`customer_id`, offer: sql`offer_id` }
const keys = {
  month: sql`to_char(${month}, 'YYYY-MM')`,
  customer: columns.customer,
  offer: sql`coalesce(offer_id, 'none')`,
}
const orders = {
  month: sql`key`,
  customer: sql`invoiced desc, key`,
  offer: sql`invoiced desc, key`,
}

/**
 * Returns months in order, or customers and offers with the largest amount first. One more than a
 * breakdown shows.
 */
export async function groupInvoices(
  db: Db,
  orgId: string,
  by: Key,
  { from, to, now }: Period,
): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select ${keys[by]} as key, currency, count(*) as count, sum(total_amount_cents) as invoiced,
      sum(credited_cents) as credited,
      coalesce(sum(case status when 'paid' then total_amount_cents - credited_unpaid_cents
        else recorded_cents end), 0) as paid,
      coalesce(sum(total_amount_cents - credited_cents - recorded_cents) filter (where status = 'open'), 0) as outstanding,
      coalesce(sum(total_amount_cents - credited_cents - recorded_cents)
        filter (where status = 'open' and due_date < ${now}), 0) as overdue
    from invoices
    where org_id = ${orgId} and status in ('open', 'paid', 'uncollectible') and issued_on is not null
      and (${from}::date is null or issued_on >= ${from}) and (${to}::date is null or issued_on <= ${to})
    group by ${columns[by]}, currency order by ${orders[by]}, currency limit ${breakdownEntriesAtMost + 1}`.execute(
    db,
  )
  return rows
}

export async function findNames(
  db: Db,
  orgId: string,
  table: 'customers' | 'offers',
  ids: readonly string[],
) {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
