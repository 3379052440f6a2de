import { uuidv7Hex } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

/**
 * A worker is dead if it has not renewed its lease for this many seconds. Its runs fail with it.
 */
export const leaseSeconds = 25
const steadyGapMs = 12_000

export const deleteOldWorkers = async (db: Db): Promise<void> =>
  void (await db
    .deleteFrom('workers')
    .where('seen_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .execute())

const newWorkerId = (): string => `wrk_${uuidv7Hex()}`

/**
 * Creates one lease row for all runs of the process. If the row is missing, other workers have
 * declared this one dead, and it takes a new id.
 */
export function createLease(db: Db, slots: number, lost: () => void) {
  let id = newWorkerId()
  let registered = false
  let renewedAt = 0
  let steadySince = 0
  return {
    id: (): string => id,
    /** Returns how many milliseconds ago renewals last failed. */
    steadyMs(): number {
      const now = performance.now()
      return now - renewedAt > steadyGapMs ? 0 : now - steadySince
    },
    async register(): Promise<void> {
      await db.insertInto('workers').values({ id, slots }).execute()
      registered = true
      renewedAt = performance.now()
      steadySince = renewedAt
    },
    async renew(): Promise<void> {
      if (!registered) return
      const row = await db
        .updateTable('workers')
        .set({ seen_at: sql`now()` })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      const now = performance.now()
      if (row === undefined) {
        // The row of the new id exists before any claim uses it.
        const fresh = newWorkerId()
        await db.insertInto('workers').values({ id: fresh, slots }).execute()
        lost()
        id = fresh
      }
      if (row === undefined || now - renewedAt > steadyGapMs) steadySince = now
      renewedAt = now
    },
    async release(): Promise<void> {
      await db.deleteFrom('workers').where('id', '=', id).execute()
    },
  }
}
