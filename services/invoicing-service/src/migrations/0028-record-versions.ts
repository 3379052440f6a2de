import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The version of a customer and of a happening, which a change can be bound to. */
export const recordVersionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table customers add column version int not null default 1`.execute(db)
    await sql`alter table happenings add column version int not null default 1`.execute(db)
  },
}
