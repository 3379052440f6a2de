import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Addresses at which other systems start workflows. Only the secret's hash is stored. */
export const hooks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table workflow_hooks (
      workflow_id text primary key references workflows on delete cascade,
      id text not null unique,
      org_id text not null,
      secret_hash text not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create index workflow_hooks_by_org on workflow_hooks (org_id)`.execute(db)
    await sql`alter table runs add column keeps_result boolean not null default false`.execute(db)
  },
}
