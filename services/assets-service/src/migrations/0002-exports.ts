import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create table exports (
    id text primary key,
    org_id text not null,
    status text not null default 'running' check (status in ('running', 'ready', 'failed')),
    -- Also names the archive's blob, so that each attempt writes another one.
    attempt smallint not null default 0,
    -- A replica that stops without a word loses its export when the lease expires.
    lease_until timestamptz(3) not null default now(),
    bytes bigint,
    created_at timestamptz(3) not null default now(),
    expires_at timestamptz(3)
  )`,
  sql`create unique index exports_running on exports (org_id) where status = 'running'`,
  sql`create index exports_due on exports (lease_until) where status = 'running'`,
  sql`create index exports_expiring on exports (expires_at) where status <> 'running'`,
  sql`create index exports_org on exports (org_id)`,
]

/** Exports of organisations. Their archives are in an area of the blob store. */
export const exportsTable: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
