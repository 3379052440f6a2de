import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Records the templates turned into workflows. The row outlives the workflow, because a deleted one
 * must not be created again.
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
