import { sql } from 'kysely'
import type { Transaction } from './database.ts'

/** Makes transactions that name the same lock wait for each other. */
export const lockAlone = (tx: Transaction, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)

/** The number of an org's rows; other transactions that count for the same org wait until this one ends. */
export async function countAlone(
  tx: Transaction,
  table: 'credentials' | 'skills' | 'webhook_endpoints',
  orgId: string,
): Promise<number> {
  await lockAlone(tx, `${table} ${orgId}`)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where org_id = ${orgId}`.execute(tx)
  return rows[0]?.n ?? 0
}
