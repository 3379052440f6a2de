import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // Null for statements of earlier releases, whose layout is unknown.
  sql`alter table bank_statements add column layout text`,
  sql`alter table bank_transaction_keys add column layout text`,
]

/** How the files of one format differ, so that a booking is recognised in a file of another layout. */
export const statementLayouts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
