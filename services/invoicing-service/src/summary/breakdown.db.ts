import { breakdownEntriesAtMost, type SummaryQuery } from '@atrium/contracts'
import { sql } from 'kysely'
import { addDays, type Day } from '../calendar/calendar-days.ts'
import type { Db } from '../database.ts'
import { selectOverdue } from './sums.db.ts'

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

/** First and last issue day, and the moment at which overdue is decided. */
interface Period {
  from: Day | null
  to: Day | null
  now: Date
}

// Must equal the expression in the table statistics, which tell the planner the number of months.
const month = sql`date_trunc('month', issue_date at time zone time_zone)`
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
const limit = breakdownEntriesAtMost + 1

const within = ({ from, to }: Period) => sql`issue_date is not null
  and (${from}::date is null or (issue_date at time zone time_zone)::date >= ${from})
  and (${to}::date is null or (issue_date at time zone time_zone)::date <= ${to})`

const toMonth = (day: Day): string => day.slice(0, 'YYYY-MM'.length)
const isFirstOfMonth = (day: Day): boolean => day.endsWith('-01')

/**
 * True if the stored sums of a key cover the period: all time, or for months a period of whole
 * months.
 */
function isKept(by: Key, { from, to }: Period): boolean {
  if (by !== 'month') return from === null && to === null
  return (from === null || isFirstOfMonth(from)) && (to === null || isFirstOfMonth(addDays(to, 1)))
}

/**
 * Returns months in order, or customers and offers with the largest amount first. One more than a
 * breakdown shows.
 */
export async function groupInvoices(
  db: Db,
  orgId: string,
  by: Key,
  period: Period,
): Promise<Group[]> {
  const query = isKept(by, period)
    ? keptGroups(orgId, by, period)
    : countedGroups(orgId, by, period)
  return (await query.execute(db)).rows
}

function keptGroups(orgId: string, by: Key, period: Period) {
  const first = period.from && toMonth(period.from)
  const last = period.to && toMonth(period.to)
  // Adds up two parts, because a join's speed would depend on the planner's size estimate.
  return sql<Group>`
    select key, currency, sum(n) as count, sum(total_cents) as invoiced, sum(credited_cents) as credited,
      coalesce(sum(total_cents - credited_unpaid_cents) filter (where status = 'paid'), 0) as paid,
      coalesce(sum(total_cents - credited_cents) filter (where status = 'open'), 0) as outstanding,
      sum(overdue_cents) as overdue
    from (
      select key, currency, status, n, total_cents, credited_cents, credited_unpaid_cents, 0 as overdue_cents
      from invoice_sums
      where org_id = ${orgId} and kind = ${by} and key <> '' and status in ('open', 'paid', 'uncollectible')
        and (${first}::text is null or key >= ${first}) and (${last}::text is null or key <= ${last})
      union all
      select ${keys[by]}, currency, 'open', 0, 0, 0, 0, sum(total_amount_cents - credited_cents)
      from ${selectOverdue(orgId, period.now)} and ${within(period)} group by ${columns[by]}, currency
    ) as parts
    group by key, currency having sum(n) > 0 order by ${orders[by]}, currency limit ${limit}`
}

const countedGroups = (orgId: string, by: Key, period: Period) => sql<Group>`
  select ${keys[by]} as key, currency, count(*) as count, sum(total_amount_cents) as invoiced,
    sum(credited_cents) as credited,
    coalesce(sum(total_amount_cents - credited_unpaid_cents) filter (where status = 'paid'), 0) as paid,
    coalesce(sum(total_amount_cents - credited_cents) filter (where status = 'open'), 0) as outstanding,
    coalesce(sum(total_amount_cents - credited_cents)
      filter (where status = 'open' and due_date < ${period.now}), 0) as overdue
  from invoices
  where org_id = ${orgId} and status in ('open', 'paid', 'uncollectible') and ${within(period)}
  group by ${columns[by]}, currency order by ${orders[by]}, currency limit ${limit}`

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
