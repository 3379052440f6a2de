import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Stores seller and buyer with each issued invoice, and if it was mailed. Existing invoices get
 * today's seller and customer, because their PDF showed those until now. It is unknown if they were
 * mailed. Numbers released by an attempt are used again. Every sweep records which rows it checked.
 */
export const issuedInvoicesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table invoices
      add column seller jsonb,
      add column buyer jsonb,
      add column mailed_at timestamptz(3),
      add column mail_failed text`.execute(db)
    await sql`update invoices set
        seller = (select jsonb_build_object('name', name, 'line1', line1, 'line2', line2, 'city', city,
            'postalCode', postal_code, 'country', country, 'taxId', tax_id, 'registration', registration)
          from sellers where sellers.org_id = invoices.org_id),
        buyer = (select jsonb_build_object('name', name, 'email', email, 'billingLine1', billing_line1,
            'billingLine2', billing_line2, 'billingCity', billing_city, 'billingPostalCode', billing_postal_code,
            'billingState', billing_state, 'billingCountry', billing_country, 'taxId', tax_id)
          from customers where customers.id = invoices.customer_id and customers.org_id = invoices.org_id)
      where status <> 'draft'`.execute(db)

    await sql`alter table invoice_pushes
      add column created_number text,
      add column number text,
      add column mail_attempt int not null default 1,
      add column mail_due_at timestamptz(3)`.execute(db)
    await sql`alter table invoice_pushes drop constraint invoice_pushes_state_check`.execute(db)
    await sql`alter table invoice_pushes add constraint invoice_pushes_state_check
      check (state in ('begun', 'filled', 'finalized', 'opened', 'sent', 'unsent', 'discarded'))`.execute(
      db,
    )
    await sql`drop index invoice_pushes_unfinished`.execute(db)
    await sql`create index invoice_pushes_unfinished on invoice_pushes (touched_at)
      where state not in ('sent', 'unsent', 'discarded')`.execute(db)
    await sql`alter table invoice_sequences
      add column given int,
      add column released int[] not null default '{}'`.execute(db)
    await sql`alter table offers add column mirror_tried_at timestamptz(3)`.execute(db)
    await sql`alter table payment_accounts add column events_read_at timestamptz(3)`.execute(db)
    await sql`update payment_accounts set events_read_at = events_polled_at`.execute(db)
  },
}
