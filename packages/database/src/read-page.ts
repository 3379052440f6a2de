import { exactTotals } from '@atrium/contracts'
import { type QueryExecutorProvider, type SelectQueryBuilder, sql } from 'kysely'

export interface PageQuery {
  limit: number
  offset: number
}

/**
 * Counts a query's rows. The count is exact up to `exactTotals` and through the end of the page. A
 * larger one is the planner's estimate, because counting a million rows takes longer than reading a
 * page of them. The total is larger than the page's end if and only if there are more rows, so a
 * caller can read all pages.
 */
export async function countAbout<DB, T extends keyof DB, O>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, T, O>,
  { limit, offset }: PageQuery,
): Promise<number> {
  const most = Math.max(exactTotals, offset + limit) + 1
  const unordered = query.clearSelect().clearOrderBy().select(sql`1`.as('one'))
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from (${unordered.limit(most)}) found`.execute(db)
  const counted = Number(rows[0]?.n)
  if (counted < most) return counted
  const plans = await unordered.explain<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    'json',
  )
  return Math.max(most, plans[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0)
}

/** Returns one page and the query's total row count, about right if it is large. */
export async function readPage<DB, T extends keyof DB, O>(
  db: QueryExecutorProvider,
  query: SelectQueryBuilder<DB, T, O>,
  { limit, offset }: PageQuery,
) {
  const [rows, total] = await Promise.all([
    query.limit(limit).offset(offset).execute(),
    countAbout(db, query, { limit, offset }),
  ])
  return { rows, total, limit, offset }
}
