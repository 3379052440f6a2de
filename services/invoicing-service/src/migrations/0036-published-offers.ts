import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Offers are visible to visitors only if they are published. Existing offers are published, because
 * they were public before.
 */
export const publishedOffersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table offers add column published boolean not null default true`.execute(db)
  },
}
