import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create table read_items (
    org_id text not null,
    workflow_id text not null,
    key text not null,
    external_id text not null,
    version text not null,
    waiting boolean not null,
    updated_at timestamptz(3) not null default now(),
    primary key (workflow_id, key, external_id)
  )`,
  sql`create index read_items_waiting on read_items (workflow_id, key, updated_at) where waiting`,
  sql`create index read_items_of_org on read_items (org_id)`,
]

/** Items that reading nodes have read, including those that wait to be offered again. */
export const readItems: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
