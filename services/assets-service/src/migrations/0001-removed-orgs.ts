import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Which orgs are gone. An upload may outlive its org: what it stores after the purge nobody would remove. */
export const removedOrgs: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table removed_orgs (
      org_id text primary key,
      removed_at timestamptz(3) not null default now()
    )`.execute(db)
  },
}
