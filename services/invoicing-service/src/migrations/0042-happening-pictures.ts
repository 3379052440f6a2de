import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds event pictures. The table's guard sees every column, so a replaced picture is released. */
export const happeningPicturesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table happenings add column picture_url text`.execute(db)
  },
}
