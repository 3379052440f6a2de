import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Counts requests per address and route. The table is unlogged because a loss in a crash does no
 * harm.
 */
export const rateLimits: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create unlogged table rate_limits (
      key text primary key,
      count int not null,
      window_ends timestamptz not null
    )`.execute(db)
    await sql`create index rate_limits_window_ends on rate_limits (window_ends)`.execute(db)
  },
}
