import type { PlatformTables } from '@atrium/database'
import { sweepIdempotencyKeys } from '@atrium/http'
import { type Kysely, sql } from 'kysely'
import type { Background } from './service-definition.ts'

const hour = 3_600_000
// In pieces, so that a backlog of millions neither meets the limit on a statement's duration nor starts over.
const piece = 10_000

/** Forgets what the platform's own tables need no longer: idempotency keys after a day, the inbox after eight. */
export const housekeeping = (db: Kysely<PlatformTables>): Background => ({
  name: 'housekeeping',
  everyMs: hour,
  async run(signal) {
    for (const forget of [sweepIdempotencyKeys, forgetSeen]) {
      let gone = piece
      while (gone === piece && !signal.aborted) gone = await forget(db, piece)
    }
  },
})

// The stream keeps events for seven days; an id older than that cannot be delivered again.
async function forgetSeen(db: Kysely<PlatformTables>, atMost: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from inbox where ctid = any(array(
    select ctid from inbox where seen_at < now() - interval '8 days'
    order by seen_at limit ${atMost} for update skip locked))`.execute(db)
  return Number(numAffectedRows)
}
