import { uuidv7Hex } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** A worker whose lease was not renewed for so long is dead, and its runs with it. */
export const leaseSeconds = 25
const steadyGapMs = 12_000

export const deleteOldWorkers = async (db: Db): Promise<void> =>
  void (await db
    .deleteFrom('workers')
    .where('seen_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .execute())

const newWorkerId = (): string => `wrk_${uuidv7Hex()}`

/** One row for all runs of a process. A worker whose row is gone was declared dead: it takes a new id. */
export function createLease(db: Db, slots: number, lost: () => void) {
  let id = newWorkerId()
  let registered = false
  let renewedAt = 0
  let steadySince = 0
  return {
    id: (): string => id,
    /** Milliseconds for which every renewal has succeeded. */
    steadyMs: (now: number): number => (now - renewedAt > steadyGapMs ? 0 : now - steadySince),
    async register(): Promise<void> {
      await db.insertInto('workers').values({ id, slots }).execute()
      registered = true
      renewedAt = Date.now()
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
      const now = Date.now()
      if (row === undefined) {
        // The row of the new id exists before any claim under it.
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
