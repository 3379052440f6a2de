import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The name of a post's account, for the post's events. */
export const accountNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table posts add column account_name text`.execute(db)
  },
}
