import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Keeps the wish to share an account until it is connected. */
export const shareAtOnce: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['oauth_states', 'pickers'])
      await sql`
        alter table ${sql.table(table)} add column shared boolean not null default false
      `.execute(db)
  },
}
