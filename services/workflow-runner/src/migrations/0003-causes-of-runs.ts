import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What caused a run: how many workflows started each other before it, the run that did, and the trace. */
export const causesOfRuns: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table runs add column depth smallint not null default 0, add column caused_by text,
      add column trace text`.execute(db)
  },
}
