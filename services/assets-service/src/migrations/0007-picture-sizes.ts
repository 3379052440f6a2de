import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The sizes of pictures that somebody has asked for. A blob never changes, so a row is written once. */
export const pictureSizes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table picture_sizes (
      org_id text not null,
      key text not null,
      width integer not null,
      height integer not null,
      primary key (org_id, key)
    )`.execute(db)
  },
}
