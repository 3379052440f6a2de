import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A change refers to its org's counter: its insert waits while a count holds the counter's row. */
export const usageOfChanges: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`insert into org_usage (org_id) select distinct org_id from usage_changes
      on conflict do nothing`.execute(db)
    await sql`alter table usage_changes add constraint usage_changes_org_usage
      foreign key (org_id) references org_usage on delete cascade`.execute(db)
  },
}
