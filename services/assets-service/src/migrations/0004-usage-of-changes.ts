import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds a foreign key from a change to its org's counter. So inserting a change waits while a count
 * locks the counter's row.
 */
export const usageOfChanges: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`insert into org_usage (org_id) select distinct org_id from usage_changes
      on conflict do nothing`.execute(db)
    await sql`alter table usage_changes add constraint usage_changes_org_usage
      foreign key (org_id) references org_usage on delete cascade`.execute(db)
  },
}
