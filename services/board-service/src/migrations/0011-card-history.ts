import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds a table for card changes, separate from the entries that users and agents write. */
export const cardHistory: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  sql`create table card_history (
    id text primary key,
    org_id text not null,
    task_id text not null references tasks on delete cascade,
    kind text not null,
    body text not null,
    author jsonb not null,
    change jsonb not null,
    created_at timestamptz(3) not null
  )`,
  sql`create index card_history_task on card_history (task_id, created_at, id)`,
  sql`create index card_history_org on card_history (org_id)`,
]
