import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // The possible duplicate is kept as text because it says nothing about the other row's life.
  sql`alter table bank_transactions add column duplicate_of text`,
  sql`create index bank_transactions_amounts on bank_transactions (org_id, booked_on, amount_cents)`,
  // The keys that a transaction has in files of other formats.
  sql`create table bank_transaction_keys (
    org_id text not null,
    known_by text not null,
    transaction_id text not null references bank_transactions on delete cascade,
    format text not null,
    primary key (org_id, known_by)
  )`,
  sql`create index bank_transaction_keys_transaction on bank_transaction_keys (transaction_id)`,
]

/** Bookings that statements of several formats contain. */
export const repeatedBookings: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
