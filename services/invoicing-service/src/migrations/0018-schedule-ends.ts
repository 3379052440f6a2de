import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * End dates, prorated first periods, failure reasons and history of schedules. Existing claims
 * become the invoiced periods.
 */
export const scheduleEndsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table schedules
      add column prorate_until timestamptz(3), add column ends_at timestamptz(3),
      add column periods int check (periods > 0), add column claimed_periods int not null default 0,
      add column completed_at timestamptz(3), add column failure jsonb, add column announced jsonb`.execute(
      db,
    )
    await sql`update schedules set claimed_periods = billed.periods
      from (select schedule_id, count(distinct period) as periods from invoices
        where schedule_id is not null group by schedule_id) as billed
      where billed.schedule_id = schedules.id`.execute(db)
    await sql`create index schedules_offer on schedules (org_id, offer_id) where status <> 'cancelled'`.execute(
      db,
    )
    await sql`create index invoices_schedule on invoices (schedule_id, period desc, id desc)
      where schedule_id is not null`.execute(db)
    await sql`create table schedule_history (
      id text primary key,
      org_id text not null,
      schedule_id text not null references schedules (id) on delete cascade,
      kind text not null,
      detail jsonb not null default '{}',
      author jsonb not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create index schedule_history_schedule on schedule_history (schedule_id, created_at, id)`.execute(
      db,
    )
  },
}
