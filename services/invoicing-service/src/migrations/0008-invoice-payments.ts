import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create table invoice_payments (
    id text primary key,
    org_id text not null,
    invoice_id text not null references invoices on delete cascade,
    amount_cents bigint not null check (amount_cents > 0),
    -- A day as text, because the driver would read a date as midnight of this machine.
    paid_on text not null check (paid_on ~ '^\\d{4}-\\d\\d-\\d\\d$'),
    method text not null check (method in ('transfer', 'card', 'cash', 'cheque', 'other')),
    reference text,
    closing boolean not null,
    mirror text not null default 'none' check (mirror in ('none', 'pending', 'done', 'refused')),
    mirror_attempt int not null default 1,
    payments_credit_note_id text,
    problem text,
    author jsonb not null,
    undone_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    touched_at timestamptz(3) not null default now()
  )`,
  sql`create index invoice_payments_invoice on invoice_payments (invoice_id, id)`,
  // For the journal.
  sql`create index invoice_payments_made on invoice_payments (org_id, created_at, id)`,
  sql`create index invoice_payments_undone on invoice_payments (org_id, undone_at, id)
    where undone_at is not null`,
  sql`create index invoice_payments_pending on invoice_payments (touched_at) where mirror = 'pending'`,
  sql`alter table invoices add column recorded_cents bigint not null default 0,
    add constraint invoices_recorded check (recorded_cents between 0 and greatest(total_amount_cents, 0))`,
  sql`alter table invoice_history drop constraint invoice_history_kind_check`,
  sql`alter table invoice_history add constraint invoice_history_kind_check check (kind in ('drafted',
    'opened', 'mailed', 'mail_failed', 'reminded', 'paid', 'voided', 'uncollectible', 'payment_recorded',
    'payment_undone', 'credited', 'credit_refused', 'reset', 'refunded', 'disputed', 'dispute_won', 'dispute_lost'))`,
  // Payments outside the processor from before this table existed.
  sql`insert into invoice_payments (id, org_id, invoice_id, amount_cents, paid_on, method, reference, closing, author, created_at)
    select 'pay_' || substr(id, 5), org_id, id, total_amount_cents - credited_unpaid_cents,
      to_char((paid_outside ->> 'paidAt')::timestamptz at time zone time_zone, 'YYYY-MM-DD'),
      case when paid_outside ->> 'method' = 'bank_transfer' then 'transfer'
        when paid_outside ->> 'method' in ('transfer', 'card', 'cash', 'cheque') then paid_outside ->> 'method'
        else 'other' end,
      paid_outside ->> 'reference', true,
      coalesce(nullif(asked_by, 'null'), '{"type": "agent", "id": "invoicing"}'),
      coalesce(paid_at, updated_at)
    from invoices
    where status = 'paid' and jsonb_typeof(paid_outside) = 'object' and total_amount_cents > credited_unpaid_cents`,
  sql`update invoices as i set recorded_cents = p.amount_cents
    from invoice_payments as p where p.invoice_id = i.id`,
  // The summary reads this index alone.
  sql`drop index invoices_summary`,
  sql`create index invoices_summary on invoices (org_id, currency, status)
    include (issued_on, total_amount_cents, due_date, credited_cents, credited_unpaid_cents, recorded_cents, customer_id, offer_id)`,
]

/** Payments recorded by users, in full or in part. */
export const invoicePayments: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
