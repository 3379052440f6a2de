import { createFoldText } from '@atrium/database'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const parties = sql`
  -- Days of invoices, credit notes and schedules are calendar days in the organisation's time zone.
  -- Each of their rows keeps the zone in which its days were set.
  create table org_time_zones (org_id text primary key, time_zone text not null);

  create table sellers (
    org_id text primary key,
    name text not null,
    line1 text, line2 text, city text, postal_code text, country text, tax_id text, registration text,
    vat_exemption text,
    updated_at timestamptz(3) not null default now()
  );

  create table customers (
    id text primary key,
    org_id text not null,
    name text not null,
    email text not null,
    billing_line1 text, billing_line2 text, billing_city text, billing_postal_code text, billing_state text,
    billing_country text,
    tax_id text,
    currency text,
    -- The language of documents. Null means the language of the billing country.
    language text check (language in ('en', 'fr', 'de', 'es')),
    version int not null default 1,
    payments_customer_id text,
    payments_account_id text,
    payments_synced_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  );
  create index customers_org on customers (org_id, id desc);
  create index customers_email on customers (org_id, lower(email));
  create unique index customers_processor on customers (org_id, payments_account_id, payments_customer_id)
    where payments_customer_id is not null;

  create table offers (
    id text primary key,
    org_id text not null,
    name text not null,
    description text not null,
    price_cents bigint,
    currency text not null,
    billing_model text not null check (billing_model in ('custom_quote', 'one_off', 'recurring')),
    interval text check (interval in ('month', 'year')),
    slug text not null,
    status text not null default 'active' check (status in ('active', 'archived')),
    -- Visitors see only published offers.
    published boolean not null default true,
    version int not null default 1,
    terms_version int not null default 1,
    mirrored_terms int,
    mirror_tried_at timestamptz(3),
    payments_product_id text,
    payments_price_id text,
    payments_account_id text,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    check ((billing_model = 'recurring') = (interval is not null)),
    check (billing_model = 'custom_quote' or price_cents is not null)
  );
  create unique index offers_slug on offers (org_id, slug) where status = 'active';
  create index offers_org on offers (org_id, id desc);
`

const schedules = sql`
  create table schedules (
    id text primary key,
    org_id text not null,
    customer_id text not null references customers,
    offer_id text not null references offers,
    interval text not null check (interval in ('month', 'year')),
    status text not null default 'active' check (status in ('active', 'paused', 'cancelled')),
    description text not null,
    unit_amount_cents bigint not null,
    currency text not null,
    vat_rate_bps int not null check (vat_rate_bps between 0 and 10000),
    anchor_date timestamptz(3) not null,
    next_invoice_date timestamptz(3) not null,
    prorate_until timestamptz(3),
    ends_at timestamptz(3),
    periods int check (periods > 0),
    last_claimed_at timestamptz(3),
    last_period timestamptz(3),
    -- The terms of the claimed period, so that billing it again uses them.
    claimed_terms jsonb,
    claimed_periods int not null default 0,
    paused_at timestamptz(3),
    resumed_at timestamptz(3),
    completed_at timestamptz(3),
    failure jsonb,
    announced jsonb,
    time_zone text not null default 'UTC',
    created_at timestamptz(3) not null default now()
  );
  create index schedules_org on schedules (org_id, id desc);
  create index schedules_offer on schedules (org_id, offer_id) where status <> 'cancelled';
  create index schedules_due on schedules (next_invoice_date) where status = 'active';
  create index schedules_due_paused on schedules (next_invoice_date)
    where status = 'paused' and next_invoice_date <= paused_at;

  create table schedule_history (
    id text primary key,
    org_id text not null,
    schedule_id text not null references schedules on delete cascade,
    kind text not null,
    detail jsonb not null default '{}',
    author jsonb not null,
    created_at timestamptz(3) not null default now()
  );
  create index schedule_history_schedule on schedule_history (schedule_id, created_at, id);
`

const invoiceTables = sql`
  create table invoices (
    id text primary key,
    org_id text not null,
    customer_id text not null references customers,
    offer_id text,
    schedule_id text references schedules,
    period timestamptz(3),
    service_from timestamptz(3),
    service_until timestamptz(3),
    number text,
    source text not null check (source in ('one_off', 'recurring')),
    status text not null default 'draft' check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
    -- As they were when the invoice was issued.
    seller jsonb,
    buyer jsonb,
    currency text not null,
    line_items jsonb not null,
    vat_rate_bps int not null check (vat_rate_bps between 0 and 10000),
    subtotal_amount_cents bigint not null,
    vat_amount_cents bigint not null,
    total_amount_cents bigint not null,
    credited_cents bigint not null default 0,
    credited_vat_cents bigint not null default 0,
    credited_unpaid_cents bigint not null default 0,
    refunded_cents bigint not null default 0 check (refunded_cents >= 0),
    issue_date timestamptz(3),
    due_date timestamptz(3),
    time_zone text not null default 'UTC',
    -- Stored, because a summary by month cannot convert the time zone of every invoice in time.
    issued_on date generated always as ((issue_date at time zone time_zone)::date) stored,
    paid_at timestamptz(3),
    paid_outside jsonb,
    version int not null default 1,
    mirrored boolean not null default false,
    void_requested boolean not null default false,
    asked_by jsonb,
    payments_synced_at timestamptz(3),
    payments_invoice_id text,
    payments_session_id text,
    payments_account_id text,
    payments_hosted_invoice_url text,
    payments_invoice_pdf_url text,
    mailed_at timestamptz(3),
    mail_failed text,
    -- When users mailed the invoice again, for the daily limit.
    sends timestamptz(3)[] not null default '{}',
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    check (total_amount_cents = subtotal_amount_cents + vat_amount_cents),
    constraint invoices_credited check (credited_cents between 0 and greatest(total_amount_cents, 0)),
    constraint invoices_credited_unpaid check (credited_unpaid_cents between 0 and credited_cents)
  )
  -- A summary adds up all invoices of an organisation in invoices_summary. It reads rows as well
  -- until a vacuum has marked their pages, so autovacuum runs after 2 % of changes instead of 20 %.
  -- On a busy machine, waiting for parallel workers takes longer than the scan.
  with (parallel_workers = 0, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
  create unique index invoices_number on invoices (org_id, number) where number is not null and not mirrored;
  create index invoices_customer on invoices (customer_id);
  create index invoices_schedule on invoices (schedule_id, period desc, id desc) where schedule_id is not null;
  -- A voided invoice does not occupy its period.
  create unique index invoices_period on invoices (schedule_id, period)
    where schedule_id is not null and status <> 'void';
  create index invoices_open_due on invoices (org_id, due_date) where status = 'open';
  -- A background pass marks these as paid.
  create index invoices_free on invoices (id)
    where status = 'open' and total_amount_cents = 0 and payments_invoice_id is null;

  create unique index invoices_processor on invoices (org_id, payments_invoice_id)
    where payments_invoice_id is not null;
  create unique index invoices_session on invoices (org_id, payments_session_id)
    where payments_session_id is not null;
  -- A processor event names its account and its invoice. The poller's index has only the poller's
  -- columns. Otherwise the planner uses it for processor events too, and each event reads every
  -- open invoice.
  create index invoices_statement on invoices (payments_account_id, payments_invoice_id)
    where payments_invoice_id is not null;
  create index invoices_poll on invoices (payments_synced_at nulls first)
    where status = 'open' and payments_invoice_id is not null and not mirrored;

  -- These have all columns that the filters and sums read, so that a filtered list is counted, paged
  -- and summed without reading rows.
  create index invoices_issue on invoices (org_id, issue_date desc nulls first, id desc)
    include (issued_on, status, source, customer_id, number, total_amount_cents);
  create index invoices_due on invoices (org_id, due_date, id)
    include (issued_on, status, source, customer_id, number, issue_date, total_amount_cents);
  create index invoices_total on invoices (org_id, total_amount_cents, id)
    include (issued_on, status, source, customer_id, number, issue_date);
  create index invoices_status on invoices (org_id, status, id)
    include (issued_on, source, customer_id, number, issue_date, total_amount_cents);
  create index invoices_overdue on invoices (org_id, due_date, id)
    include (issued_on, status, source, customer_id, number, issue_date, total_amount_cents)
    where status = 'open' and (credited_cents = 0 or credited_cents < total_amount_cents);
  create index invoices_summary on invoices (org_id, currency, status)
    include (issued_on, total_amount_cents, due_date, credited_cents, credited_unpaid_cents, customer_id, offer_id);
  -- Tells the planner the number of months.
  create statistics invoices_months on date_trunc('month', issued_on::timestamp) from invoices;

  -- "released" has the numbers that an attempt gave back, so that they are used again.
  create table invoice_sequences (
    org_id text not null,
    year int not null,
    last int not null,
    given int,
    released int[] not null default '{}',
    primary key (org_id, year)
  );

  create table invoice_history (
    id text primary key,
    org_id text not null,
    invoice_id text not null references invoices on delete cascade,
    kind text not null check (kind in ('drafted', 'opened', 'mailed', 'mail_failed', 'reminded', 'paid', 'voided',
      'uncollectible', 'credited', 'credit_refused', 'reset', 'refunded', 'disputed', 'dispute_won', 'dispute_lost')),
    detail jsonb not null default '{}',
    author jsonb not null,
    created_at timestamptz(3) not null default now()
  );
  create index invoice_history_invoice on invoice_history (invoice_id, created_at, id);
  -- For the journal and the summary.
  create index invoice_history_ends on invoice_history (org_id, created_at, id)
    where kind in ('voided', 'uncollectible', 'paid');
  create index invoice_history_returns on invoice_history (org_id, created_at, id)
    where kind in ('refunded', 'dispute_lost', 'dispute_won');
`

// Trigram indexes for parts of a number, name or address. The extension belongs to the database: if
// the service has its own role, service-role.sql has created the extension. If the server lacks it or
// denies it to the service, the search works without the indexes.
const textSearch = sql`
  do $$
    declare
      place text;
    begin
      create extension if not exists pg_trgm schema public;
      select extnamespace::regnamespace::text into place from pg_extension where extname = 'pg_trgm';
      execute format('create index invoices_number_text on invoices using gin (number %s.gin_trgm_ops)', place);
      execute format('create index customers_folded on customers
        using gin (fold_text(name) %1$s.gin_trgm_ops, fold_text(email) %1$s.gin_trgm_ops)', place);
    exception
      when insufficient_privilege or undefined_file or undefined_object or feature_not_supported
        or invalid_schema_name then
        raise notice 'the search of texts has no index: %', sqlerrm;
    end $$;
`

export const invoices: Migration = {
  async up(db: Kysely<unknown>) {
    await createFoldText(db)
    for (const tables of [parties, schedules, invoiceTables, textSearch]) await tables.execute(db)
  },
}
