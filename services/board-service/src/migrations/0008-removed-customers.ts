import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // The event about a merge may arrive after the one that anonymises the customer that stays.
  sql`create table removed_customers (
    org_id text not null,
    customer_id text not null,
    into_id text,
    at timestamptz not null,
    primary key (org_id, customer_id)
  )`,
  // The field is free text, and an index entry has at most 2,704 bytes.
  sql`create index tasks_customer_field on tasks (org_id, left(fields ->> 'customerId', 60))
    where fields ->> 'customerId' is not null`,
]

/** Merged and anonymised customers, and the cards that name a customer in a free field. */
export const removedCustomers: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
