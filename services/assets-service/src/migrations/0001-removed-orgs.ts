import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Marks deleted orgs. An upload may outlast its org, and nobody would delete a blob that it stores
 * after the purge.
 */
export const removedOrgs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table removed_orgs (
      org_id text primary key,
      removed_at timestamptz(3) not null default now()
    )`.execute(db)
  },
}
