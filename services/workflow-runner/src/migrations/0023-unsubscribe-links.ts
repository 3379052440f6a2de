import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the unsubscribe page to the platform's mail queue. */
export const unsubscribeLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table mail_queue add column unsubscribe_url text`.execute(db)
  },
}
