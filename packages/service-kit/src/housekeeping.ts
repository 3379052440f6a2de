import type { PlatformTables } from '@atrium/database'
import { sweepIdempotencyKeys } from '@atrium/http'
import { type Kysely, sql } from 'kysely'
import type { Background } from './service-definition.ts'

const hour = 3_600_000

/** Forgets what the platform's own tables need no longer: idempotency keys after a day, the inbox after eight. */
export const housekeeping = (db: Kysely<PlatformTables>): Background => ({
  name: 'housekeeping',
  everyMs: hour,
  async run() {
    await sweepIdempotencyKeys(db)
    // The stream keeps events for seven days; an id older than that cannot be delivered again.
    await db.deleteFrom('inbox').where('seen_at', '<', sql<Date>`now() - interval '8 days'`).execute()
  },
})
