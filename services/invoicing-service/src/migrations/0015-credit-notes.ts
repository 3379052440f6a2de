import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Credit notes, their number sequence, and the credited amounts of invoices. */
export const creditNotesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table invoices
      add column credited_cents bigint not null default 0,
      add column credited_vat_cents bigint not null default 0,
      add column credited_unpaid_cents bigint not null default 0,
      add constraint invoices_credited check (credited_cents between 0 and greatest(total_amount_cents, 0)),
      add constraint invoices_credited_unpaid check (credited_unpaid_cents between 0 and credited_cents)`.execute(
      db,
    )
    await sql`create table credit_notes (
      id text primary key,
      org_id text not null,
      invoice_id text not null references invoices (id),
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
      created_at timestamptz(3) not null default now(),
      touched_at timestamptz(3) not null default now(),
      check (total_amount_cents = subtotal_amount_cents + vat_amount_cents),
      check ((mirror = 'done') = (payments_credit_note_id is not null))
    )`.execute(db)
    await sql`create unique index credit_notes_number on credit_notes (org_id, number)`.execute(db)
    await sql`create unique index credit_notes_processor on credit_notes (invoice_id, payments_credit_note_id)`.execute(
      db,
    )
    await sql`create index credit_notes_invoice on credit_notes (invoice_id, id desc)`.execute(db)
    await sql`create index credit_notes_pending on credit_notes (touched_at) where mirror = 'pending'`.execute(
      db,
    )
    await sql`create table credit_note_sequences (
      org_id text not null,
      year int not null,
      last int not null,
      primary key (org_id, year)
    )`.execute(db)

    await sql`alter table invoice_history
      drop constraint invoice_history_kind_check,
      add constraint invoice_history_kind_check check (kind in ('drafted', 'opened', 'mailed', 'mail_failed', 'reminded',
        'paid', 'voided', 'uncollectible', 'credited', 'reset'))`.execute(db)
    // The sums are read with an index-only scan.
    await sql`drop index invoices_summary`.execute(db)
    await sql`create index invoices_summary on invoices (org_id, currency, status)
      include (total_amount_cents, due_date, credited_cents, credited_unpaid_cents)`.execute(db)
  },
}
