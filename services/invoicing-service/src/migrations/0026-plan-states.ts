import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A plan subscription's status at the processor, which tells a renewal from a failed payment. */
export const planStatesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table entitlements add column payments_status text`.execute(db)
  },
}
