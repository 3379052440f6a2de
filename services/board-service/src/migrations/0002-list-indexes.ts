import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds indexes for the filters and sort orders of lists. Without them, an org with many thousand
 * cards needs a scan of all cards for each page and count.
 */
export const listIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  'create index tasks_kind on tasks (org_id, kind, created_at, id)',
  'create index tasks_status on tasks (org_id, status, created_at, id)',
  'create index tasks_updated on tasks (org_id, updated_at, id)',
  'create index tasks_title on tasks (org_id, lower(title), id)',
  // Begins with `due_date is null`, as the list order does. Therefore a claim, which looks for the
  // longest due post, cannot choose this index and walk past every post that was claimed before.
  'create index tasks_due_order on tasks (org_id, (due_date is null), due_date, id)',
]
