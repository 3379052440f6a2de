import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

// A writer that adds a reference holds the org's lock shared until it commits; the liveness answer holds it
// alone. So an answer sees every reference that was being added, and every later writer sees its fences.
const key = (orgId: string) => sql`hashtextextended(${`board.assets:${orgId}`}, 0)`

/** Held until commit by a writer that adds a reference. */
export const lockShared = async (tx: Transaction, orgId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(${key(orgId)})`.execute(tx)
}

/** Held until commit by the answer to a liveness question. */
export const lockExclusive = async (tx: Transaction, orgId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${key(orgId)})`.execute(tx)
}
