import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The state of a plan's subscription at the processor: it tells a renewal from a payment that failed. */
export const planStatesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table entitlements add column payments_status text`.execute(db)
  },
}
