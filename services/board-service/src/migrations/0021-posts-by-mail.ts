import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the recipients of mail posts. */
export const postsByMail: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table posts add column "to" text[] not null default '{}'`.execute(db)
  },
}
