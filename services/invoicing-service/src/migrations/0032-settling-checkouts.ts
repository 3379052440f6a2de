import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Plan checkouts with a payment that takes days to settle, and the subscription created by each
 * checkout.
 */
export const settlingCheckoutsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table plan_checkouts
      add column settling boolean not null default false,
      add column subscription_id text`.execute(db)
  },
}
