import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds the time to the index of an organisation's mails, because the hourly limit counts the mails
 * of the last hour.
 */
export const mailTimes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop index mail_queue_org`.execute(db)
    await sql`create index mail_queue_org on mail_queue (org_id, created_at) where org_id is not null`.execute(
      db,
    )
  },
}
