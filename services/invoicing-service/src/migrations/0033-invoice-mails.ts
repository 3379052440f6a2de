import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Platform mails with an invoice, by the queued mail's key. */
export const invoiceMailsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table invoice_mails (
      key text primary key,
      org_id text not null,
      invoice_id text not null,
      issue_date timestamptz(3) not null,
      also_to text[] not null,
      cc text[] not null,
      message text,
      author jsonb not null,
      noted boolean not null default false,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create index invoice_mails_org on invoice_mails (org_id)`.execute(db)
    await sql`create index invoice_mails_unnoted on invoice_mails (created_at) where not noted`.execute(
      db,
    )
  },
}
