import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // The expression is the one of `matchesPhone`, which finds numbers by their last digits.
  sql`create index customers_phone on customers (org_id, reverse(regexp_replace(
    replace(fold_text(phone), '(0)', ''), '[^0-9]', '', 'g')) text_pattern_ops)
    where phone is not null`,
]

/** The index for searches of customers by phone number. */
export const customerPhones: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
