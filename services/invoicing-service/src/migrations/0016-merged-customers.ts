import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`alter table customers add column anonymised_at timestamptz(3)`,
  // Outlives the merged customer, so a repeated merge and a late processor event still find the
  // remaining customer.
  sql`create table merged_customers (
    id text primary key,
    org_id text not null,
    into_id text not null references customers on delete cascade,
    payments_customer_id text,
    payments_account_id text,
    created_at timestamptz(3) not null default now()
  )`,
  sql`create index merged_customers_into on merged_customers (into_id)`,
  sql`create index merged_customers_processor on merged_customers
    (org_id, payments_account_id, payments_customer_id) where payments_customer_id is not null`,
]

/** Merged customers, and customers whose personal data was removed. */
export const mergedCustomers: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
