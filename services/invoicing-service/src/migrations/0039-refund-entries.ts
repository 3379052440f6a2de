import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The index from which the journal and the summary read refunds and ended disputes. Entries of refunds and lost disputes
 * from before get the change that they made.
 */
export const refundEntriesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update invoice_history set detail = detail || jsonb_build_object('returnedCents', detail -> 'amountCents')
      where kind in ('refunded', 'dispute_lost') and detail ? 'amountCents'`.execute(db)
    await sql`create index invoice_history_returns on invoice_history (org_id, created_at, id)
      where kind in ('refunded', 'dispute_lost', 'dispute_won')`.execute(db)
  },
}
