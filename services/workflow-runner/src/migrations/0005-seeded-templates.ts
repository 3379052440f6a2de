import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Templates that the platform has made a workflow of for an org by itself. The row outlives the workflow: who
 * deletes or deactivates that has decided, and it is not made again.
 */
export const seededTemplates: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table seeded_templates (
      org_id text not null,
      template_id text not null,
      workflow_id text,
      created_at timestamptz(3) not null default now(),
      primary key (org_id, template_id)
    )`.execute(db)
  },
}
