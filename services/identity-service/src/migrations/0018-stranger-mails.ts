import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Mails to people outside an organisation: how many were sent, who unsubscribed, and which
 * addresses are stopped.
 */
export const strangerMails: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  sql`alter table mail_queue add column unsubscribe_url text`,
  sql`create table stranger_mails (
    org_id text not null references organization (id) on delete cascade,
    key text not null,
    recipient text not null,
    at timestamptz(3) not null default now(),
    primary key (org_id, key, recipient)
  )`,
  sql`create index stranger_mails_recent on stranger_mails (org_id, at)`,
  sql`create index stranger_mails_at on stranger_mails (at)`,
  sql`create table mail_recipients (
    org_id text not null references organization (id) on delete cascade,
    address text not null,
    token text not null unique,
    mailed_at timestamptz(3) not null default now(),
    unsubscribed_at timestamptz(3),
    primary key (org_id, address)
  )`,
  sql`create index mail_recipients_idle on mail_recipients (mailed_at) where unsubscribed_at is null`,
  // Stops an address for every organisation after a bounce or complaint, because the platform has
  // only one sender.
  sql`create table stopped_addresses (
    address text primary key,
    reason text not null check (reason in ('bounced', 'complained')),
    at timestamptz(3) not null default now()
  )`,
]
