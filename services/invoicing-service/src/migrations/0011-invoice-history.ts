import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Columns that the filters read. With them in each index, a filtered list is counted and paged
// without reading rows.
const filtered = ['status', 'source', 'customer_id', 'number', 'issue_date', 'total_amount_cents']
const including = (key: string) =>
  sql`include (${sql.join(filtered.filter((column) => column !== key).map((column) => sql.ref(column)))})`

/**
 * Payments, invoice history and indexes for the list filters. The history of existing invoices is
 * derived from their columns. If an invoice was closed, its last change counts as the closing.
 */
export const invoiceHistoryMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table invoices
      add column paid_at timestamptz(3),
      add column paid_outside jsonb,
      add column asked_by jsonb`.execute(db)
    await sql`update invoices set paid_at = case when mirrored then issue_date else updated_at end
      where status = 'paid'`.execute(db)

    await sql`create table invoice_history (
      id text primary key,
      org_id text not null,
      invoice_id text not null references invoices (id) on delete cascade,
      kind text not null check (kind in
        ('drafted', 'opened', 'mailed', 'mail_failed', 'reminded', 'paid', 'voided', 'uncollectible', 'reset')),
      detail jsonb not null default '{}',
      author jsonb not null,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`insert into invoice_history (id, org_id, invoice_id, kind, detail, author, created_at)
      select 'tle_' || md5(invoices.id || event.kind), org_id, invoices.id, event.kind, event.detail,
        jsonb_build_object('type', 'agent', 'id', event.agent), event.at
      from invoices cross join lateral (values
        ('drafted', '{}'::jsonb, 'invoicing', case when mirrored then null else created_at end),
        ('opened', jsonb_build_object('number', number), 'invoicing', case when mirrored then null else issue_date end),
        ('mailed', '{}'::jsonb, 'invoicing', mailed_at),
        ('paid', '{}'::jsonb, 'processor', paid_at),
        ('voided', '{}'::jsonb, 'invoicing', case status when 'void' then updated_at end),
        ('uncollectible', '{}'::jsonb, 'processor', case status when 'uncollectible' then updated_at end)
      ) as event (kind, detail, agent, at)
      where event.at is not null`.execute(db)
    await sql`create index invoice_history_invoice on invoice_history (invoice_id, created_at, id)`.execute(
      db,
    )

    for (const name of ['issue', 'due', 'total', 'status']) {
      await sql`drop index ${sql.ref(`invoices_${name}`)}`.execute(db)
    }
    await sql`create index invoices_issue on invoices (org_id, issue_date desc nulls first, id desc)
      ${including('issue_date')}`.execute(db)
    await sql`create index invoices_due on invoices (org_id, due_date, id)
      ${including('due_date')}`.execute(db)
    await sql`create index invoices_total on invoices (org_id, total_amount_cents, id)
      ${including('total_amount_cents')}`.execute(db)
    await sql`create index invoices_status on invoices (org_id, status, id)
      ${including('status')}`.execute(db)
    await sql`create index invoices_open_due on invoices (org_id, due_date) where status = 'open'`.execute(
      db,
    )
  },
}
