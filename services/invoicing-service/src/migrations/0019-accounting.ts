import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Incoming documents, and the index of the journal. */
export const accountingMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table incoming_documents (
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
    )`.execute(db)
    await sql`create index incoming_documents_received on incoming_documents (org_id, received_at desc, id desc)
      include (booked_at, currency, total_amount_cents)`.execute(db)
    await sql`create index credit_notes_created on credit_notes (org_id, created_at, id)`.execute(
      db,
    )
    await sql`create index invoice_history_ends on invoice_history (org_id, created_at, id)
      where kind in ('voided', 'uncollectible', 'paid')`.execute(db)
  },
}
