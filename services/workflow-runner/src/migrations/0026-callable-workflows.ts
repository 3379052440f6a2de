import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`alter table workflows add column callable_by text not null default 'owner'
    check (callable_by in ('owner', 'members'))`,
  sql`alter table runs add column root_trigger text`,
]

/** Who may call a workflow, and the trigger of a called run's root run. */
export const callableWorkflows: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
