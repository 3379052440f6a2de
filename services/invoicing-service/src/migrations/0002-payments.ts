import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Connected accounts, processed events, tax rates, entitlements and credits. */
export const paymentsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table payment_accounts (
      org_id text primary key,
      account_id text not null unique,
      charges_enabled boolean not null default false,
      details_submitted boolean not null default false,
      event_created bigint not null default 0,
      events_polled_at timestamptz(3),
      created_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create table payment_events (
      endpoint text not null,
      event_id text not null,
      type text not null,
      outcome text not null,
      received_at timestamptz(3) not null default now(),
      primary key (endpoint, event_id)
    )`.execute(db)
    await sql`create index payment_events_received on payment_events (received_at)`.execute(db)
    await sql`create table tax_rates (
      account_id text not null,
      rate_bps int not null,
      tax_rate_id text not null,
      primary key (account_id, rate_bps)
    )`.execute(db)
    await sql`create table entitlements (
      id text primary key,
      org_id text not null,
      plan text not null,
      status text not null check (status in ('active', 'ended')),
      until timestamptz(3),
      payments_subscription_id text unique,
      payments_customer_id text,
      event_created bigint not null default 0,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create index entitlements_org on entitlements (org_id)`.execute(db)
    await sql`create table credit_transactions (
      id text primary key,
      user_id text not null,
      kind text not null check (kind in ('topup', 'grant', 'spend', 'refund')),
      amount bigint not null,
      description text not null,
      payments_session_id text unique,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create table site_rebuild (
      id int primary key check (id = 1),
      first_change_at timestamptz(3) not null,
      due_at timestamptz(3) not null,
      failures int not null default 0
    )`.execute(db)
    await sql`create index credit_transactions_user on credit_transactions (user_id, id desc)`.execute(
      db,
    )
  },
}
