import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

/**
 * Holds the org's asset lock until the commit: shared by writers that add a reference, exclusive for a liveness answer.
 * So an answer sees every reference that was being added, and every later writer sees its fences.
 */
export async function lockAssets(tx: Transaction, orgId: string, mode: 'shared' | 'exclusive') {
  const lock = sql.raw(mode === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  await sql`select ${lock}(hashtextextended(${`board.assets:${orgId}`}, 0))`.execute(tx)
}
