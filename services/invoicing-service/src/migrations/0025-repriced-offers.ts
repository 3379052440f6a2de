import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Offers whose price the processor has with other decimals than those of its currency: their terms are new ones, so that
 * the poller makes another price and archives that of before. An index that no query uses any more goes.
 */
export const repricedOffersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update offers set terms_version = terms_version + 1, mirror_tried_at = null
      where upper(currency) in ('ISK', 'UGX', 'MGA') and mirrored_terms is not null`.execute(db)
    await sql`drop index if exists ticket_orders_recent`.execute(db)
  },
}
