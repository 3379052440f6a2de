import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const freeModelCallsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table free_model_calls (
      org_id text primary key,
      day date not null,
      calls integer not null
    )`.execute(db)
  },
}
