import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Plan checkouts whose payment takes days to settle, and the subscription that each checkout
 * created.
 */
export const settlingCheckoutsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table plan_checkouts
      add column settling boolean not null default false,
      add column subscription_id text`.execute(db)
  },
}
