import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The index from which the sweep finds sites with old snapshots, without their pages. */
export const oldSnapshots: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index site_snapshots_old on site_snapshots (site_id, id) include (frozen_at)`.execute(db)
    await sql`drop index site_snapshots_site`.execute(db)
  },
}
