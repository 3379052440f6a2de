import { breakdownEntriesAtMost, type SummaryQuery } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

export type Key = NonNullable<SummaryQuery['by']>

interface Group {
  key: string
  currency: string
  count: string
  invoiced: string
  paid: string
  outstanding: string
  overdue: string
}

// The statistics of the table know the number of months by this expression.
const month = sql`date_trunc('month', issue_date at time zone 'UTC')`
const columns = { month, customer: sql`customer_id`, offer: sql`offer_id` }
const keys = {
  month: sql`to_char(${month}, 'YYYY-MM')`,
  customer: columns.customer,
  offer: sql`coalesce(offer_id, 'none')`,
}
const orders = { month: sql`key`, customer: sql`invoiced desc, key`, offer: sql`invoiced desc, key` }

/**
 * The issued invoices of a period by key and currency, months in order, customers and offers with the largest amount
 * first; one more than a breakdown shows at most.
 */
export async function groupInvoices(
  db: Db,
  orgId: string,
  by: Key,
  { from, to, now }: { from: Date | null; to: Date | null; now: Date },
): Promise<Group[]> {
  const { rows } = await sql<Group>`
    select ${keys[by]} as key, currency, count(*) as count, sum(total_amount_cents) as invoiced,
      coalesce(sum(total_amount_cents - credited_unpaid_cents) filter (where status = 'paid'), 0) as paid,
      coalesce(sum(total_amount_cents - credited_cents) filter (where status = 'open'), 0) as outstanding,
      coalesce(sum(total_amount_cents - credited_cents) filter (where status = 'open' and due_date < ${now}), 0) as overdue
    from invoices
    where org_id = ${orgId} and status in ('open', 'paid', 'uncollectible') and issue_date is not null
      and (${from}::timestamptz is null or issue_date >= ${from})
      and (${to}::timestamptz is null or issue_date <= ${to})
    group by ${columns[by]}, currency order by ${orders[by]}, currency limit ${breakdownEntriesAtMost + 1}`.execute(
    db,
  )
  return rows
}

/** The names of customers or offers of an org, by id. */
export async function namesOf(
  db: Db,
  orgId: string,
  table: 'customers' | 'offers',
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('org_id', '=', orgId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
