import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Stored headers for requests from nodes. */
export const credentials: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table credentials (
      id text primary key,
      org_id text not null,
      name text not null,
      host text not null,
      header text not null,
      secret text not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      unique (org_id, name)
    )`.execute(db)
    await sql`create index credentials_by_org on credentials (org_id, id desc)`.execute(db)
  },
}
