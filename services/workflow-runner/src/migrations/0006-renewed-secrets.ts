import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The secret before the last rotation. It signs as well until `previous_until`. */
export const renewedSecrets: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table webhook_endpoints add column previous_secret text,
      add column previous_until timestamptz(3)`.execute(db)
  },
}
