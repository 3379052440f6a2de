import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Customers, offers, invoices, schedules, number sequences and the seller. */
export const ledgerMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table customers (
      id text primary key,
      org_id text not null,
      name text not null,
      email text not null,
      billing_line1 text, billing_line2 text, billing_city text, billing_postal_code text, billing_state text,
      billing_country text,
      tax_id text,
      currency text,
      payments_customer_id text,
      payments_account_id text,
      payments_synced_at timestamptz(3),
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create index customers_org on customers (org_id, id desc)`.execute(db)
    await sql`create index customers_email on customers (org_id, lower(email))`.execute(db)
    await sql`create unique index customers_processor on customers (org_id, payments_account_id, payments_customer_id)
      where payments_customer_id is not null`.execute(db)

    await sql`create table offers (
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
      version int not null default 1,
      terms_version int not null default 1,
      mirrored_terms int,
      payments_product_id text,
      payments_price_id text,
      payments_account_id text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      check ((billing_model = 'recurring') = (interval is not null)),
      check (billing_model = 'custom_quote' or price_cents is not null)
    )`.execute(db)
    await sql`create unique index offers_slug on offers (org_id, slug) where status = 'active'`.execute(
      db,
    )
    await sql`create index offers_org on offers (org_id, id desc)`.execute(db)

    await sql`create table schedules (
      id text primary key,
      org_id text not null,
      customer_id text not null references customers (id),
      offer_id text not null references offers (id),
      interval text not null check (interval in ('month', 'year')),
      status text not null default 'active' check (status in ('active', 'paused', 'cancelled')),
      anchor_date timestamptz(3) not null,
      next_invoice_date timestamptz(3) not null,
      vat_rate_bps int not null check (vat_rate_bps between 0 and 10000),
      last_claimed_at timestamptz(3),
      last_period timestamptz(3),
      created_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create index schedules_due on schedules (next_invoice_date) where status = 'active'`.execute(
      db,
    )
    await sql`create index schedules_org on schedules (org_id, id desc)`.execute(db)

    await sql`create table invoices (
      id text primary key,
      org_id text not null,
      customer_id text not null references customers (id),
      offer_id text,
      schedule_id text references schedules (id),
      period timestamptz(3),
      number text,
      source text not null check (source in ('one_off', 'recurring')),
      status text not null default 'draft' check (status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
      currency text not null,
      line_items jsonb not null,
      vat_rate_bps int not null check (vat_rate_bps between 0 and 10000),
      subtotal_amount_cents bigint not null,
      vat_amount_cents bigint not null,
      total_amount_cents bigint not null,
      issue_date timestamptz(3),
      due_date timestamptz(3),
      version int not null default 1,
      mirrored boolean not null default false,
      void_requested boolean not null default false,
      payments_synced_at timestamptz(3),
      payments_invoice_id text,
      payments_session_id text,
      payments_account_id text,
      payments_hosted_invoice_url text,
      payments_invoice_pdf_url text,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      check (total_amount_cents = subtotal_amount_cents + vat_amount_cents)
    )`.execute(db)
    await sql`create unique index invoices_number on invoices (org_id, number) where number is not null and not mirrored`.execute(
      db,
    )
    await sql`create unique index invoices_processor on invoices (org_id, payments_invoice_id)
      where payments_invoice_id is not null`.execute(db)
    await sql`create index invoices_statement on invoices (payments_invoice_id)
      where payments_invoice_id is not null`.execute(db)
    await sql`create unique index invoices_session on invoices (org_id, payments_session_id)
      where payments_session_id is not null`.execute(db)
    await sql`create unique index invoices_period on invoices (schedule_id, period) where schedule_id is not null`.execute(
      db,
    )
    await sql`create index invoices_issue on invoices (org_id, issue_date desc nulls first, id desc)`.execute(
      db,
    )
    await sql`create index invoices_due on invoices (org_id, due_date, id)`.execute(db)
    await sql`create index invoices_total on invoices (org_id, total_amount_cents, id)`.execute(db)
    await sql`create index invoices_status on invoices (org_id, status, id)`.execute(db)
    await sql`create index invoices_summary on invoices (org_id, currency, status) include (total_amount_cents, due_date)`.execute(
      db,
    )
    await sql`create index invoices_poll on invoices (payments_synced_at nulls first)
      where status = 'open' and payments_invoice_id is not null`.execute(db)
    await sql`create index invoices_customer on invoices (customer_id)`.execute(db)

    await sql`create table invoice_pushes (
      invoice_id text not null references invoices (id) on delete cascade,
      attempt int not null,
      org_id text not null,
      version int not null,
      account_id text not null,
      processor_customer_id text not null,
      currency text not null,
      due_date timestamptz(3) not null,
      payments_invoice_id text,
      state text not null default 'begun'
        check (state in ('begun', 'filled', 'finalized', 'opened', 'sent', 'discarded')),
      hosted_invoice_url text,
      invoice_pdf_url text,
      created_at timestamptz(3) not null default now(),
      touched_at timestamptz(3) not null default now(),
      primary key (invoice_id, attempt)
    )`.execute(db)
    await sql`create index invoice_pushes_processor on invoice_pushes (payments_invoice_id)`.execute(
      db,
    )
    await sql`create index invoice_pushes_unfinished on invoice_pushes (touched_at)
      where state not in ('sent', 'discarded')`.execute(db)

    await sql`create table invoice_sequences (
      org_id text not null,
      year int not null,
      last int not null,
      primary key (org_id, year)
    )`.execute(db)

    await sql`create table sellers (
      org_id text primary key,
      name text not null,
      line1 text, line2 text, city text, postal_code text, country text, tax_id text, registration text,
      updated_at timestamptz(3) not null default now()
    )`.execute(db)
  },
}
