import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const ledger = sql`
  create table credit_accounts (
    user_id text primary key,
    balance bigint not null default 0 check (balance >= 0),
    reserved bigint not null default 0 check (reserved between 0 and balance),
    entries bigint not null default 0
  );

  create table credit_transactions (
    id text primary key,
    user_id text not null,
    sequence bigint not null,
    kind text not null check (kind in ('topup', 'grant', 'usage', 'refund')),
    credits bigint not null,
    balance bigint not null,
    description text not null,
    reference text,
    reservation_id text,
    payments_session_id text unique,
    created_at timestamptz(3) not null default now()
  );
  create unique index credit_transactions_sequence on credit_transactions (user_id, sequence);
  create unique index credit_transactions_reservation on credit_transactions (reservation_id, kind)
    where reservation_id is not null;

  create function refuse_ledger_change() returns trigger language plpgsql as $$
    begin raise exception 'An entry of the ledger is never changed'; end $$;
  create trigger credit_transactions_append_only before update or delete on credit_transactions
    for each row execute function refuse_ledger_change();
`

const reservations = sql`
  create table credit_reservations (
    id text primary key,
    org_id text not null,
    user_id text not null,
    key text not null,
    credits bigint not null check (credits > 0),
    charged bigint not null default 0 check (charged between 0 and credits),
    status text not null default 'held' check (status in ('held', 'settled', 'released', 'refunded')),
    workflow_id text,
    run_id text,
    node text,
    model text not null,
    month text not null,
    expires_at timestamptz(3) not null,
    settled_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    unique (org_id, key)
  );
  create index credit_reservations_expired on credit_reservations (expires_at) where status = 'held';
  create index credit_reservations_spend on credit_reservations (org_id, settled_at) where status = 'settled';
  create index credit_reservations_workflow on credit_reservations (org_id, workflow_id, settled_at)
    where status = 'settled';
  -- A refund looks for a run's reservations in any state.
  create index credit_reservations_run on credit_reservations (org_id, run_id) where run_id is not null;

  create table credit_months (
    org_id text not null,
    month text not null,
    workflow_id text not null,
    used bigint not null default 0 check (used >= 0),
    held bigint not null default 0 check (held >= 0),
    primary key (org_id, month, workflow_id)
  );

  create table credit_limits (
    org_id text not null,
    workflow_id text not null,
    monthly_credits bigint not null check (monthly_credits >= 0),
    primary key (org_id, workflow_id)
  );
`

export const credits: Migration = {
  async up(db: Kysely<unknown>) {
    for (const tables of [ledger, reservations]) await tables.execute(db)
  },
}
