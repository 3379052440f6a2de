import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from './database.ts'

export async function countRows(db: Db | Transaction, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from (${query}) q`.execute(db)
  return rows[0]?.n ?? 0
}

/** Transactions with the same lock name wait for each other. */
export const lockAlone = (tx: Transaction, name: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)

/**
 * Counts an organisation's rows. Other transactions wait to count for this organisation until this
 * one ends.
 */
export async function countAlone(
  tx: Transaction,
  table: 'credentials' | 'skills' | 'webhook_endpoints',
  orgId: string,
): Promise<number> {
  await lockAlone(tx, `${table} ${orgId}`)
  return countRows(tx, sql`select from ${sql.table(table)} where org_id = ${orgId}`)
}
