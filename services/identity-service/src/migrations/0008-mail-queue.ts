import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the columns of the platform's mail queue that identity's queue lacked. */
export const commonMailQueue: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table mail_queue add column org_id text, add column reply_to text`.execute(db)
    await sql`create index mail_queue_org on mail_queue (org_id) where org_id is not null`.execute(
      db,
    )
  },
}
