import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The cause of a run: the causing run, the trace, and the number of workflows that started each
 * other before.
 */
export const causesOfRuns: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table runs add column depth smallint not null default 0, add column caused_by text,
      add column trace text`.execute(db)
  },
}
