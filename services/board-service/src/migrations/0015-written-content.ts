import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds what a workflow last wrote to a card, so that it does not overwrite later user edits. */
export const writtenContent: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table tasks add column written jsonb`.execute(db)
  },
}
