import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Refunds and disputes at the processor, and each invoice's returned sum. */
export const paymentReversalsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table invoices
      add column refunded_cents bigint not null default 0 check (refunded_cents >= 0)`.execute(db)
    await sql`alter table invoice_history
      drop constraint invoice_history_kind_check,
      add constraint invoice_history_kind_check check (kind in ('drafted', 'opened', 'mailed', 'mail_failed', 'reminded',
        'paid', 'voided', 'uncollectible', 'credited', 'credit_refused', 'reset', 'refunded', 'disputed', 'dispute_won',
        'dispute_lost'))`.execute(db)
    await sql`create table payment_reversals (
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
    )`.execute(db)
    await sql`create index payment_reversals_invoice on payment_reversals (account_id, processor_invoice_id)`.execute(
      db,
    )
    await sql`create index payment_reversals_session on payment_reversals (account_id, session_id)`.execute(
      db,
    )
    await sql`create index payment_reversals_left on payment_reversals (created_at) where noted_state is null`.execute(
      db,
    )
    await sql`create index payment_reversals_disputed on payment_reversals (org_id, created_at)
      where state = 'disputed'`.execute(db)
  },
}
