import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const accounts = sql`
  create table payment_accounts (
    org_id text primary key,
    account_id text not null unique,
    charges_enabled boolean not null default false,
    details_submitted boolean not null default false,
    event_created bigint not null default 0,
    events_polled_at timestamptz(3),
    events_read_at timestamptz(3),
    created_at timestamptz(3) not null default now()
  );

  create table forgotten_accounts (
    org_id text not null,
    account_id text not null,
    forgotten_at timestamptz(3) not null default now(),
    primary key (org_id, account_id)
  );

  create table payment_events (
    endpoint text not null,
    event_id text not null,
    type text not null,
    outcome text not null,
    received_at timestamptz(3) not null default now(),
    primary key (endpoint, event_id)
  );
  create index payment_events_received on payment_events (received_at);

  create table tax_rates (
    account_id text not null,
    rate_bps int not null,
    tax_rate_id text not null,
    primary key (account_id, rate_bps)
  );
`

const pushes = sql`
  create table invoice_pushes (
    invoice_id text not null references invoices on delete cascade,
    attempt int not null,
    org_id text not null,
    version int not null,
    account_id text not null,
    processor_customer_id text not null,
    currency text not null,
    due_date timestamptz(3) not null,
    payments_invoice_id text,
    state text not null default 'begun'
      check (state in ('begun', 'filled', 'finalized', 'opened', 'sent', 'unsent', 'discarded')),
    created_number text,
    number text,
    mail_attempt int not null default 1,
    mail_due_at timestamptz(3),
    hosted_invoice_url text,
    invoice_pdf_url text,
    created_at timestamptz(3) not null default now(),
    touched_at timestamptz(3) not null default now(),
    primary key (invoice_id, attempt)
  );
  create index invoice_pushes_processor on invoice_pushes (payments_invoice_id);
  create index invoice_pushes_unfinished on invoice_pushes (touched_at)
    where state not in ('sent', 'unsent', 'discarded');
`

const creditNotes = sql`
  create table credit_notes (
    id text primary key,
    org_id text not null,
    invoice_id text not null references invoices,
    number text not null,
    line_items jsonb,
    subtotal_amount_cents bigint not null,
    vat_amount_cents bigint not null,
    total_amount_cents bigint not null check (total_amount_cents > 0),
    reason text not null,
    after_payment boolean not null,
    mirror text not null check (mirror in ('none', 'pending', 'done', 'refused')),
    mirror_attempt int not null default 1,
    payments_credit_note_id text,
    -- Why the processor refused the credit note.
    problem text,
    time_zone text not null default 'UTC',
    created_at timestamptz(3) not null default now(),
    touched_at timestamptz(3) not null default now(),
    check (total_amount_cents = subtotal_amount_cents + vat_amount_cents),
    check ((mirror = 'done') = (payments_credit_note_id is not null))
  );
  create unique index credit_notes_number on credit_notes (org_id, number);
  create unique index credit_notes_processor on credit_notes (invoice_id, payments_credit_note_id);
  create index credit_notes_invoice on credit_notes (invoice_id, id desc);
  create index credit_notes_pending on credit_notes (touched_at) where mirror = 'pending';
  create index credit_notes_created on credit_notes (org_id, created_at, id);

  create table credit_note_sequences (
    org_id text not null,
    year int not null,
    last int not null,
    primary key (org_id, year)
  );

  -- The processor's credit notes that wait for their invoice.
  create table waiting_credit_notes (
    account_id text not null,
    processor_invoice_id text not null,
    credit_note_id text not null,
    org_id text not null,
    note jsonb not null,
    received_at timestamptz(3) not null default now(),
    primary key (account_id, credit_note_id)
  );
  create index waiting_credit_notes_invoice on waiting_credit_notes (account_id, processor_invoice_id);
  create index waiting_credit_notes_received on waiting_credit_notes (received_at);
`

// Refunds and disputes.
const reversals = sql`
  create table payment_reversals (
    account_id text not null,
    id text not null,
    org_id text not null,
    processor_invoice_id text,
    session_id text,
    state text not null check (state in ('refunded', 'disputed', 'dispute_won', 'dispute_lost')),
    currency text not null,
    amount_cents bigint not null check (amount_cents >= 0),
    paid_cents bigint,
    reason text,
    noted_state text,
    noted_cents bigint not null default 0,
    taken_credits bigint not null default 0,
    stated_at bigint not null,
    created_at timestamptz(3) not null default now(),
    primary key (account_id, id)
  );
  create index payment_reversals_invoice on payment_reversals (account_id, processor_invoice_id);
  create index payment_reversals_session on payment_reversals (account_id, session_id);
  create index payment_reversals_left on payment_reversals (created_at) where noted_state is null;
  create index payment_reversals_disputed on payment_reversals (org_id, created_at) where state = 'disputed';
`

const plans = sql`
  create table entitlements (
    id text primary key,
    org_id text not null,
    plan text not null,
    status text not null check (status in ('active', 'ended')),
    until timestamptz(3),
    payments_subscription_id text unique,
    payments_customer_id text,
    -- The subscription's status at the processor, which tells a renewal from a failed payment.
    payments_status text,
    event_created bigint not null default 0,
    created_at timestamptz(3) not null default now()
  );
  create index entitlements_org on entitlements (org_id);

  create table plan_checkouts (
    org_id text primary key,
    id text not null,
    request text,
    session_id text unique,
    account_id text,
    url text,
    subscription_id text,
    -- True while a payment takes days to settle.
    settling boolean not null default false,
    completed_at timestamptz(3),
    expires_at timestamptz(3) not null
  );
`

export const processor: Migration = {
  async up(db: Kysely<unknown>) {
    for (const tables of [accounts, pushes, creditNotes, reversals, plans]) await tables.execute(db)
  },
}
