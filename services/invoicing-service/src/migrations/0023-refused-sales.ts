import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // A day as text, because the driver would read a date as midnight of this machine.
  sql`create table refused_sales (
    org_id text not null,
    code text not null,
    day text not null,
    offer_id text not null,
    primary key (org_id, code, day)
  )`,
]

/** Why buyers could not buy, so that owners hear of each cause once a day. */
export const refusedSales: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
