import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Counts the calls made with the operator's own model key, by organisation and UTC day. */
export const freeModelCallsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table free_model_calls (
      org_id text primary key,
      day date not null,
      calls integer not null
    )`.execute(db)
  },
}
