import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** An index by run, because a refund looks for a run's reservations in any state. */
export const reservationsOfRunsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`drop index credit_reservations_run`.execute(db)
    await sql`create index credit_reservations_run on credit_reservations (org_id, run_id)
      where run_id is not null`.execute(db)
  },
}
