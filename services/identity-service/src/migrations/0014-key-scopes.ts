import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The scopes of an API key, which stand in its metadata as its role does; null for a key without. */
export const keyScopes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table apikey add column scopes jsonb
      generated always as (nullif(metadata::jsonb -> 'scopes', 'null'::jsonb)) stored`.execute(db)
  },
}
