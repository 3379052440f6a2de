import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The mail queue's column for the unsubscribe page. */
export const unsubscribeLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table mail_queue add column unsubscribe_url text`.execute(db)
  },
}
