import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An organisation's runs per calendar month (UTC), if its plan limits them. */
export const runsOfAMonth: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table run_months (
      org_id text not null,
      month text not null,
      runs bigint not null check (runs >= 0),
      primary key (org_id, month)
    )`.execute(db)
  },
}
