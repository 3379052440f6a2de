import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds versions of customers and events, so that a change can require the current one. */
export const recordVersionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table customers add column version int not null default 1`.execute(db)
    await sql`alter table happenings add column version int not null default 1`.execute(db)
  },
}
