import { createFoldText } from '@atrium/database'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`alter table workflows add column folded text not null
    generated always as (fold_text(name || e'\n' || coalesce(description, ''))) stored`,
  sql`alter table skills add column folded text not null
    generated always as (fold_text(name || e'\n' || slug || e'\n' || description)) stored`,
]

/**
 * Searches read stored, folded text. An organisation has too few workflows and skills for an index,
 * but too many to fold all descriptions in each search.
 */
export const foldedSearch: Migration = {
  async up(db: Kysely<unknown>) {
    await createFoldText(db)
    for (const statement of statements) await statement.execute(db)
  },
}
