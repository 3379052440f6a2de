import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a workflow last wrote onto a card, so that it leaves alone what a person has changed since. */
export const writtenContent: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table tasks add column written jsonb`.execute(db)
  },
}
