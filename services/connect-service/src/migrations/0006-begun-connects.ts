import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A connect that asks its network is kept until its channel is, so that a purge meanwhile keeps it from being one. */
export const begunConnectsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table oauth_states add column taken boolean not null default false`.execute(db)
  },
}
