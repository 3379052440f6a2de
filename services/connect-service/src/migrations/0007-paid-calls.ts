import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const paidCallsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table paid_calls (
      org_id text not null,
      call_key text not null,
      digest text not null,
      state text not null default 'running' check (state in ('running', 'answered', 'done')),
      attempt integer not null default 1,
      lease_until timestamptz not null,
      outcome jsonb,
      reservation_id text,
      credits integer,
      started_at timestamptz not null,
      primary key (org_id, call_key)
    )`.execute(db)
    await sql`create index paid_calls_uncharged on paid_calls (lease_until) where state = 'answered'`.execute(
      db,
    )
    await sql`create index paid_calls_started on paid_calls (started_at)`.execute(db)
  },
}
