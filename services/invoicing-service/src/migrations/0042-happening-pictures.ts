import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The pictures of happenings. The guard of the table sees every column, so a replaced picture is released. */
export const happeningPicturesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table happenings add column picture_url text`.execute(db)
  },
}
