import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Reminders of open invoices, and the platform's mail queue. */
export const remindersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table reminder_settings (
      org_id text primary key,
      enabled boolean not null,
      days int[] not null,
      enabled_at timestamptz(3) not null,
      updated_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create table invoice_reminders (
      invoice_id text not null references invoices (id) on delete cascade,
      issue_date timestamptz(3) not null,
      days int not null,
      org_id text not null,
      created_at timestamptz(3) not null default now(),
      primary key (invoice_id, issue_date, days)
    )`.execute(db)
    await sql`create table mail_queue (
      key text primary key,
      org_id text,
      recipient text not null,
      reply_to text,
      subject text not null,
      text text not null,
      status text not null default 'queued' check (status in ('queued', 'sent', 'captured', 'failed')),
      attempts int not null default 0,
      next_attempt_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      reference text,
      failure text,
      created_at timestamptz(3) not null default now(),
      settled_at timestamptz(3)
    )`.execute(db)
    await sql`create index mail_queue_due on mail_queue (next_attempt_at) where status = 'queued'`.execute(
      db,
    )
    await sql`create index mail_queue_created_at on mail_queue (created_at)`.execute(db)
    await sql`create index mail_queue_org on mail_queue (org_id) where org_id is not null`.execute(
      db,
    )
  },
}
