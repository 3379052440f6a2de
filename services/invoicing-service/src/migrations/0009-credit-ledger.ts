import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The credit ledger: balances and their entries, reservations, spending limits and monthly spend.
 */
export const creditLedgerMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table credit_accounts (
      user_id text primary key,
      balance bigint not null default 0 check (balance >= 0),
      reserved bigint not null default 0 check (reserved between 0 and balance),
      entries bigint not null default 0
    )`.execute(db)

    await sql`alter table credit_transactions drop constraint credit_transactions_kind_check`.execute(
      db,
    )
    await sql`alter table credit_transactions rename column amount to credits`.execute(db)
    await sql`alter table credit_transactions
      add column sequence bigint, add column balance bigint, add column reference text,
      add column reservation_id text`.execute(db)
    await sql`update credit_transactions t set
        kind = case t.kind when 'spend' then 'usage' else t.kind end,
        sequence = o.sequence, balance = o.balance, reference = t.payments_session_id
      from (select id, row_number() over w as sequence, sum(credits) over w as balance
        from credit_transactions window w as (partition by user_id order by id)) o
      where o.id = t.id`.execute(db)
    await sql`alter table credit_transactions
      alter column sequence set not null, alter column balance set not null,
      add constraint credit_transactions_kind_check check (kind in ('topup', 'grant', 'usage', 'refund'))`.execute(
      db,
    )
    await sql`insert into credit_accounts (user_id, balance, entries)
      select user_id, sum(credits), count(*) from credit_transactions group by user_id`.execute(db)
    await sql`create unique index credit_transactions_sequence on credit_transactions (user_id, sequence)`.execute(
      db,
    )
    await sql`drop index credit_transactions_user`.execute(db)
    await sql`create unique index credit_transactions_reservation on credit_transactions (reservation_id, kind)
      where reservation_id is not null`.execute(db)
    await sql`create function refuse_ledger_change() returns trigger language plpgsql as $$
      begin raise exception 'An entry of the ledger is never changed'; end $$`.execute(db)
    await sql`create trigger credit_transactions_append_only before update or delete on credit_transactions
      for each row execute function refuse_ledger_change()`.execute(db)

    await sql`create table credit_reservations (
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
    )`.execute(db)
    await sql`create index credit_reservations_expired on credit_reservations (expires_at)
      where status = 'held'`.execute(db)
    await sql`create index credit_reservations_spend on credit_reservations (org_id, settled_at)
      where status = 'settled'`.execute(db)
    await sql`create index credit_reservations_workflow on credit_reservations (org_id, workflow_id, settled_at)
      where status = 'settled'`.execute(db)
    await sql`create index credit_reservations_run on credit_reservations (org_id, run_id)
      where status = 'settled'`.execute(db)

    await sql`create table credit_months (
      org_id text not null,
      month text not null,
      workflow_id text not null,
      used bigint not null default 0 check (used >= 0),
      held bigint not null default 0 check (held >= 0),
      primary key (org_id, month, workflow_id)
    )`.execute(db)
    await sql`create table credit_limits (
      org_id text not null,
      workflow_id text not null,
      monthly_credits bigint not null check (monthly_credits >= 0),
      primary key (org_id, workflow_id)
    )`.execute(db)
  },
}
