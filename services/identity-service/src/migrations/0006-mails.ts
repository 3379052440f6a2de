import { createMailQueue } from '@atrium/mailer'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Mails to people outside an organisation: how many were sent, who unsubscribed, and which addresses
// are stopped.
const strangerMails = sql`
  create table stranger_mails (
    org_id text not null references organization on delete cascade,
    key text not null,
    recipient text not null,
    at timestamptz(3) not null default now(),
    primary key (org_id, key, recipient)
  );
  create index stranger_mails_recent on stranger_mails (org_id, at);
  create index stranger_mails_at on stranger_mails (at);

  create table mail_recipients (
    org_id text not null references organization on delete cascade,
    address text not null,
    token text not null unique,
    mailed_at timestamptz(3) not null default now(),
    unsubscribed_at timestamptz(3),
    primary key (org_id, address)
  );
  create index mail_recipients_idle on mail_recipients (mailed_at) where unsubscribed_at is null;

  -- Stops an address for every organisation after a bounce or complaint, because the platform has
  -- only one sender.
  create table stopped_addresses (
    address text primary key,
    reason text not null check (reason in ('bounced', 'complained')),
    at timestamptz(3) not null default now()
  );
`

// Quote requests for the owner's next digest.
const quoteDigest = sql`
  create table quote_digest (
    event_id text primary key,
    org_id text not null,
    user_id text not null,
    task_id text not null,
    name text not null,
    received_at timestamptz(3) not null default now()
  );
  create index quote_digest_owner on quote_digest (org_id, user_id);
  create index quote_digest_received on quote_digest (received_at);
`

export const mails: Migration = {
  async up(db: Kysely<unknown>) {
    await createMailQueue(db)
    for (const tables of [strangerMails, quoteDigest]) await tables.execute(db)
  },
}
