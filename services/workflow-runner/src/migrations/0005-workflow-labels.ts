import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const workflowLabels: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table workflows
        add column folder text,
        add column tags text[] not null default '{}'
    `.execute(db)
  },
}
