import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// A null column means the default, as in the settings before.
export const publicPages: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table org_settings
        add column imprint text,
        add column privacy_url text,
        add column public_name text
    `.execute(db)
  },
}
