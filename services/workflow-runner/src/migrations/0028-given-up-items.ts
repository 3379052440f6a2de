import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`alter table read_items
    add column title text not null default '',
    add column reason text not null default '',
    add column attempts integer not null default 0,
    add column due_at timestamptz(3) not null default now(),
    add column given_up_at timestamptz(3)`,
  sql`create index read_items_given_up on read_items (org_id, given_up_at) where given_up_at is not null`,
]

/** When a refused item is offered again, and whether it was given up. */
export const givenUpItems: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
