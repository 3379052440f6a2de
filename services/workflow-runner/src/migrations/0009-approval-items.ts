import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const approvalItems: Migration = {
  async up(db: Kysely<unknown>) {
    // Keeps the fields in the order of the item, because people read them.
    await sql`alter table approvals alter column items type json using items::json`.execute(db)
  },
}
