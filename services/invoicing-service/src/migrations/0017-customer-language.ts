import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A customer's document language. Null means the language of the billing country. */
export const customerLanguageMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table customers add column language text check (language in ('en', 'fr', 'de', 'es'))`.execute(
      db,
    )
  },
}
