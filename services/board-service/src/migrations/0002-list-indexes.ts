import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What lists are filtered and sorted by, so that a page and its count are read from an index: in an org of many
 * thousand cards going through all of them takes longer than everything else.
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
  // Begins with whether there is a date, as the order of lists does. A claim, which looks for the longest due post,
  // therefore cannot take it instead of its own index, and walk past everything that was claimed before.
  'create index tasks_due_order on tasks (org_id, (due_date is null), due_date, id)',
]
