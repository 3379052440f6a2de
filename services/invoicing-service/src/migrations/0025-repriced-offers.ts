import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Raises the terms version of offers if the processor counts their currency with other decimals, so
 * that the poller creates a new price and archives the old one. Also drops an unused index.
 */
export const repricedOffersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update offers set terms_version = terms_version + 1, mirror_tried_at = null
      where upper(currency) in ('ISK', 'UGX', 'MGA') and mirrored_terms is not null`.execute(db)
    await sql`drop index if exists ticket_orders_recent`.execute(db)
  },
}
