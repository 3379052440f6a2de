import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create table bank_statements (
    id text primary key,
    org_id text not null,
    format text not null check (format in ('camt', 'mt940', 'ofx', 'csv')),
    file_name text not null,
    iban text,
    from_on text,
    to_on text,
    transactions int not null,
    matched int not null,
    duplicates int not null,
    author jsonb not null,
    created_at timestamptz(3) not null default now()
  )`,
  sql`create index bank_statements_org on bank_statements (org_id, id)`,
  sql`create table bank_transactions (
    id text primary key,
    org_id text not null,
    statement_id text not null references bank_statements on delete cascade,
    -- Equal for the same booking in every file.
    known_by text not null,
    account text,
    booked_on text not null check (booked_on ~ '^\\d{4}-\\d\\d-\\d\\d$'),
    amount_cents bigint not null,
    currency text not null,
    counterparty text,
    iban text,
    reference text,
    status text not null default 'unmatched' check (status in ('unmatched', 'matched', 'ignored')),
    matched_by text check (matched_by in ('platform', 'user')),
    matching_until timestamptz(3),
    created_at timestamptz(3) not null default now(),
    unique (org_id, known_by)
  )`,
  sql`create index bank_transactions_list on bank_transactions (org_id, booked_on desc, id desc)`,
  sql`create index bank_transactions_status on bank_transactions (org_id, status, booked_on desc, id desc)`,
  sql`create index bank_transactions_statement on bank_transactions (statement_id)`,
  sql`create index bank_transactions_payers on bank_transactions (org_id, iban) where status = 'matched'`,
  sql`create table bank_mappings (
    org_id text not null,
    headings text not null,
    mapping jsonb not null,
    updated_at timestamptz(3) not null default now(),
    primary key (org_id, headings)
  )`,
  sql`alter table invoice_payments add column bank_transaction_id text references bank_transactions`,
  sql`create index invoice_payments_of_bank on invoice_payments (bank_transaction_id)
    where bank_transaction_id is not null`,
]

/** Bank statements and their payments. */
export const bank: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
