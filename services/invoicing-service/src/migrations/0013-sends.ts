import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When users mailed an invoice again, for the daily limit. */
export const sendsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table invoices add column sends timestamptz(3)[] not null default '{}'`.execute(
      db,
    )
  },
}
