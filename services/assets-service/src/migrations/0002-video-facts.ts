import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Videos have a duration, and may state no size. */
export const videoFacts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table picture_sizes
      alter column width drop not null,
      alter column height drop not null,
      add column duration_ms integer`.execute(db)
  },
}
