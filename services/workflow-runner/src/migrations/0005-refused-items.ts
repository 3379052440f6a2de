import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`update read_items set waiting = true where given_up_at is not null`,
  sql`alter table read_items drop column due_at, drop column given_up_at`,
  // The condition is the one of the items that need attention.
  sql`create index read_items_refused on read_items (org_id, updated_at) where waiting and attempts >= 10`,
]

/** Every run offers refused items again, so they have no next attempt and are never given up. */
export const refusedItems: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
