import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * An organisation's webhook calls in the current and previous minute, and encrypted signature
 * secrets.
 */
export const hookCalls: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table hook_calls (
      org_id text primary key,
      minute bigint not null,
      calls integer not null,
      previous integer not null
    )`.execute(db)
    await sql`create table hook_secrets (
      id text primary key,
      org_id text not null,
      secret text not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create index hook_secrets_by_org on hook_secrets (org_id)`.execute(db)
  },
}
