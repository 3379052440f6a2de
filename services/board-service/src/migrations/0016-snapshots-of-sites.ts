import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Lets a site keep every snapshot, because pages built from an earlier snapshot still show its
 * files.
 */
export const snapshotsOfSites: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table site_snapshots drop constraint site_snapshots_pkey`.execute(db)
    await sql`alter table site_snapshots add column id bigint generated always as identity primary key`.execute(
      db,
    )
    await sql`create index site_snapshots_site on site_snapshots (site_id, id)`.execute(db)
  },
}
