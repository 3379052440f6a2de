import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A post account's name, for the post's events. */
export const accountNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table posts add column account_name text`.execute(db)
  },
}
