import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Deliveries are found by organisation and endpoint, so one organisation's backlog does not delay
 * another's.
 */
export const fairDeliveries: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index webhook_deliveries_pending_by_org on webhook_deliveries (org_id)
      where status = 'pending'`.execute(db)
    await sql`create index webhook_deliveries_pending_by_endpoint on webhook_deliveries (endpoint_id, next_at, id)
      where status = 'pending'`.execute(db)
    await sql`create index webhook_deliveries_held on webhook_deliveries (endpoint_id)
      where status = 'pending' and worker_id is not null`.execute(db)
    await sql`drop index webhook_deliveries_due`.execute(db)
  },
}
