import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Grows with every blob that is stored or deleted, so that a listing in memory is known to be current. */
export const usageVersion: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table org_usage add column version bigint not null default 0`.execute(db)
  },
}
