import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Why the processor refused a credit note, and the processor's credit notes that wait for their
 * invoice.
 */
export const refusedCreditsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table credit_notes add column problem text`.execute(db)
    await sql`update credit_notes set problem = 'The payment processor refused this credit note'
      where mirror = 'refused'`.execute(db)
    await sql`alter table invoice_history
      drop constraint invoice_history_kind_check,
      add constraint invoice_history_kind_check check (kind in ('drafted', 'opened', 'mailed', 'mail_failed', 'reminded',
        'paid', 'voided', 'uncollectible', 'credited', 'credit_refused', 'reset'))`.execute(db)
    await sql`create table waiting_credit_notes (
      account_id text not null,
      processor_invoice_id text not null,
      credit_note_id text not null,
      org_id text not null,
      note jsonb not null,
      received_at timestamptz(3) not null default now(),
      primary key (account_id, credit_note_id)
    )`.execute(db)
    await sql`create index waiting_credit_notes_invoice on waiting_credit_notes (account_id, processor_invoice_id)`.execute(
      db,
    )
    await sql`create index waiting_credit_notes_received on waiting_credit_notes (received_at)`.execute(
      db,
    )
  },
}
