import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The records that workflow steps made, by the step's key, so that a repeated step makes none. */
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
