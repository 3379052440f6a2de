import { uuidv7Hex } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { Deps } from '../deps.ts'

/**
 * A worker is dead if it has not renewed its lease for this many seconds. Its runs fail with it.
 */
export const leaseSeconds = 25
const steadyGapMs = 12_000

export const isOldWorker = sql<boolean>`seen_at < now() - interval '10 minutes'`

export const deleteOldWorkers = async (db: Db): Promise<void> =>
  void (await db.deleteFrom('workers').where(isOldWorker).execute())

const hasOthers = sql<boolean>`exists (select from workers o
  where o.id <> workers.id and o.seen_at > now() - make_interval(secs => ${leaseSeconds}))`

const newWorkerId = (): string => `wrk_${uuidv7Hex()}`

/**
 * Creates one lease row for all runs of the process. If the row is missing, other workers have
 * declared this one dead, and it takes a new id.
 */
export function createLease(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  slots: number,
  lost: () => void,
) {
  let id = newWorkerId()
  let registered = false
  let renewedAt = 0
  let steadySince = 0
  let hasPeers = true
  // The wall clock, because a monotonic clock stops while the host is suspended. PostgreSQL's clock
  // decides when leases expire, so after a resume the leases of live workers look expired.
  const readClock = (): number => now().getTime()
  return {
    id: (): string => id,
    /** Returns how many milliseconds ago renewals last failed. */
    steadyMs(): number {
      const at = readClock()
      return at - renewedAt > steadyGapMs ? 0 : at - steadySince
    },
    /** True if another worker was alive at the last renewal, or before the first one. */
    hasPeers: (): boolean => hasPeers,
    async register(): Promise<void> {
      await db.insertInto('workers').values({ id, slots }).execute()
      registered = true
      renewedAt = readClock()
      steadySince = renewedAt
    },
    async renew(): Promise<void> {
      if (!registered) return
      const row = await db
        .updateTable('workers')
        .set({ seen_at: sql`now()` })
        .where('id', '=', id)
        .returning(['id', hasOthers.as('hasPeers')])
        .executeTakeFirst()
      hasPeers = row?.hasPeers ?? true
      const at = readClock()
      if (row === undefined) {
        // The row of the new id exists before any claim uses it.
        const fresh = newWorkerId()
        await db.insertInto('workers').values({ id: fresh, slots }).execute()
        lost()
        id = fresh
      }
      if (row === undefined || at - renewedAt > steadyGapMs) steadySince = at
      renewedAt = at
    },
    async release(): Promise<void> {
      await db.deleteFrom('workers').where('id', '=', id).execute()
    },
  }
}
