import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Journal and summary read refunds and closed disputes from this index. Existing refund and
 * lost-dispute entries get the amount they changed.
 */
export const refundEntriesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update invoice_history set detail = detail || jsonb_build_object('returnedCents', detail -> 'amountCents')
      where kind in ('refunded', 'dispute_lost') and detail ? 'amountCents'`.execute(db)
    await sql`create index invoice_history_returns on invoice_history (org_id, created_at, id)
      where kind in ('refunded', 'dispute_lost', 'dispute_won')`.execute(db)
  },
}
