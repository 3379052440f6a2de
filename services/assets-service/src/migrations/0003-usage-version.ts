import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A version that grows whenever a blob is stored or deleted. It shows whether a cached listing is
 * current.
 */
export const usageVersion: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table org_usage add column version bigint not null default 0`.execute(db)
  },
}
