import { createMailQueue } from '@atrium/mailer'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const invoiceMails = sql`
  create table reminder_settings (
    org_id text primary key,
    enabled boolean not null,
    days int[] not null,
    enabled_at timestamptz(3) not null,
    updated_at timestamptz(3) not null default now()
  );

  create table invoice_reminders (
    invoice_id text not null references invoices on delete cascade,
    issue_date timestamptz(3) not null,
    days int not null,
    org_id text not null,
    created_at timestamptz(3) not null default now(),
    primary key (invoice_id, issue_date, days)
  );

  -- Mails with an invoice, by the queued mail's key.
  create table invoice_mails (
    key text primary key,
    org_id text not null,
    invoice_id text not null,
    issue_date timestamptz(3) not null,
    also_to text[] not null,
    cc text[] not null,
    message text,
    author jsonb not null,
    noted boolean not null default false,
    created_at timestamptz(3) not null default now()
  );
  create index invoice_mails_org on invoice_mails (org_id);
  create index invoice_mails_unnoted on invoice_mails (created_at) where not noted;
`

const documents = sql`
  create table incoming_documents (
    id text primary key,
    org_id text not null,
    source text not null,
    external_id text not null,
    supplier text,
    number text,
    title text not null,
    currency text,
    total_amount_cents bigint,
    file text,
    url text,
    received_at timestamptz(3) not null,
    workflow_id text,
    run_id text,
    booked_at timestamptz(3),
    booked_by jsonb,
    created_at timestamptz(3) not null default now(),
    unique (org_id, source, external_id)
  );
  create index incoming_documents_received on incoming_documents (org_id, received_at desc, id desc)
    include (booked_at, currency, total_amount_cents);
`

const siteRebuild = sql`
  create table site_rebuild (
    id int primary key check (id = 1),
    first_change_at timestamptz(3) not null,
    due_at timestamptz(3) not null,
    failures int not null default 0
  );
`

export const mails: Migration = {
  async up(db: Kysely<unknown>) {
    await createMailQueue(db)
    for (const tables of [invoiceMails, documents, siteRebuild]) await tables.execute(db)
  },
}
