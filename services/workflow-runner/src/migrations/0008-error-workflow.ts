import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const errorWorkflow: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      -- No foreign key, because deleting the named workflow clears it in the same transaction.
      alter table workflows add column error_workflow text;
      create index workflows_by_error_workflow on workflows (error_workflow)
        where error_workflow is not null;
    `.execute(db)
  },
}
