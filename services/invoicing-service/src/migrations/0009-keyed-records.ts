import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Records made by workflow steps, by the step's key, so a repeated step makes none. */
export const keyedRecords: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table keyed_records (
      org_id text not null,
      key text not null,
      record_id text not null,
      created_at timestamptz(3) not null default now(),
      primary key (org_id, key)
    )`.execute(db)
  },
}
