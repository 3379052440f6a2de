import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A claimed period keeps the terms of its claim, for when it is billed again. Those of before are today's. */
export const claimedTermsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table schedules add column claimed_terms jsonb`.execute(db)
    await sql`update schedules set claimed_terms = jsonb_build_object(
        'description', description, 'unit_amount_cents', unit_amount_cents::text, 'currency', currency)
      where last_period is not null`.execute(db)
  },
}
