import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A claimed period keeps its terms, so that billing it again uses them. Existing claims get today's
 * terms.
 */
export const claimedTermsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table schedules add column claimed_terms jsonb`.execute(db)
    await sql`update schedules set claimed_terms = jsonb_build_object(
        'description', description, 'unit_amount_cents', unit_amount_cents::text, 'currency', currency)
      where last_period is not null`.execute(db)
  },
}
