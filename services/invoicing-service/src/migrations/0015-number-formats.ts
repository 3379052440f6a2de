import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create table number_formats (
    org_id text not null,
    kind text not null check (kind in ('invoice', 'creditNote', 'estimate')),
    prefix text not null,
    with_year boolean not null,
    digits int not null,
    primary key (org_id, kind)
  )`,
  // Numbers without a year count in the year 0, in all three sequence tables.
  sql`create table estimate_sequences (
    org_id text not null,
    year int not null,
    last int not null,
    primary key (org_id, year)
  )`,
]

/** How organisations number their documents, and the sequence of estimates. */
export const numberFormats: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
