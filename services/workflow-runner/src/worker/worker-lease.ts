import { uuidv7Hex } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** A worker that has not been heard of for so long is dead, and with it the runs that it held. */
export const leaseSeconds = 25

const newWorkerId = (): string => `wrk_${uuidv7Hex()}`

/**
 * One row stands for the lease on all runs of a process: renewing it costs the same for one run and for a
 * thousand. A worker that finds its row gone was declared dead; it takes a new identity and `lost` is called.
 */
export function createLease(db: Db, slots: number, lost: () => void) {
  let id = newWorkerId()
  let renewedAt = 0
  let steadySince = 0
  return {
    id: (): string => id,
    /** Milliseconds for which every renewal has succeeded. */
    steadyMs: (now: number): number => (now - renewedAt > 12_000 ? 0 : now - steadySince),
    async register(): Promise<void> {
      await db.insertInto('workers').values({ id, slots }).execute()
      renewedAt = Date.now()
      steadySince = renewedAt
    },
    async renew(): Promise<void> {
      const row = await db
        .updateTable('workers')
        .set({ seen_at: sql`now()` })
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
      const now = Date.now()
      if (row === undefined) {
        // The new identity is known before any run is claimed under it.
        const fresh = newWorkerId()
        await db.insertInto('workers').values({ id: fresh, slots }).execute()
        lost()
        id = fresh
        renewedAt = now
        steadySince = now
        return
      }
      if (now - renewedAt > 12_000) steadySince = now
      renewedAt = now
    },
    async release(): Promise<void> {
      await db.deleteFrom('workers').where('id', '=', id).execute()
    },
  }
}
