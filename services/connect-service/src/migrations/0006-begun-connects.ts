import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Keeps a connect until its channel is stored, so that a purge in the meantime can stop it. */
export const begunConnectsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table oauth_states add column taken boolean not null default false`.execute(db)
  },
}
