import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const usage: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table org_usage (
      org_id text primary key,
      bytes bigint not null default 0,
      count bigint not null default 0,
      -- When the store was last listed for it; null while it has to be.
      counted_at timestamptz(3)
    )`.execute(db)
    await sql`create index org_usage_counted_at on org_usage (counted_at nulls first)`.execute(db)
    await sql`create table usage_changes (
      key text primary key,
      org_id text not null,
      kind text not null check (kind in ('put', 'delete')),
      bytes integer not null,
      begun_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create index usage_changes_org_id on usage_changes (org_id)`.execute(db)
    await sql`create index usage_changes_begun_at on usage_changes (begun_at)`.execute(db)
  },
}
