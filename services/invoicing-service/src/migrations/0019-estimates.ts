import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create table estimates (
    id text primary key,
    org_id text not null,
    customer_id text not null references customers,
    offer_id text,
    status text not null default 'draft'
      check (status in ('draft', 'sent', 'accepted', 'declined', 'invoiced')),
    number text,
    currency text not null,
    line_items jsonb not null,
    vat_rate_bps int not null check (vat_rate_bps between 0 and 10000),
    subtotal_amount_cents bigint not null,
    vat_amount_cents bigint not null,
    total_amount_cents bigint not null,
    document jsonb not null,
    -- A day as text, because the driver would read a date as midnight of this machine.
    valid_until text check (valid_until ~ '^\\d{4}-\\d\\d-\\d\\d$'),
    expires_at timestamptz(3),
    public_token text not null
      default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
    seller jsonb,
    buyer jsonb,
    sent_at timestamptz(3),
    sends timestamptz(3)[] not null default '{}',
    accepted_by text,
    accepted_at timestamptz(3),
    declined_at timestamptz(3),
    decline_reason text,
    invoice_id text references invoices,
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    check (status = 'draft' or number is not null or status = 'invoiced'),
    check ((status = 'invoiced') = (invoice_id is not null))
  )`,
  sql`create index estimates_org on estimates (org_id, id)`,
  sql`create index estimates_customer on estimates (customer_id)`,
  sql`create unique index estimates_number on estimates (org_id, number)`,
  sql`create unique index estimates_public_token on estimates (public_token)`,
  sql`create table estimate_mails (
    key text primary key,
    org_id text not null,
    estimate_id text not null references estimates on delete cascade,
    also_to text[] not null,
    cc text[] not null,
    message text,
    created_at timestamptz(3) not null default now()
  )`,
]

/** Estimates, which customers accept on a public page, with their numbers and mails. */
export const estimates: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
