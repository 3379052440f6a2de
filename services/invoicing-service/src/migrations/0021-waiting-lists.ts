import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Lets waiting lists be served in steps and left with a code, and adds indexes for the mails sent
 * to an address.
 */
export const waitingListsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table ticket_types add column serving boolean not null default false`.execute(
      db,
    )
    await sql`create index ticket_types_serving on ticket_types (id) where serving`.execute(db)
    // Null for existing entries, because no mail with a code was sent for them.
    await sql`alter table waiting_list add column code text unique`.execute(db)
    for (const table of ['ticket_orders', 'waiting_list']) {
      await sql`create index ${sql.ref(`${table}_mailed`)} on ${sql.table(table)}
        (org_id, lower(email), created_at)`.execute(db)
      await sql`create index ${sql.ref(`${table}_recent`)} on ${sql.table(table)}
        (org_id, created_at)`.execute(db)
    }
  },
}
