import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create table item_files (
    id text primary key,
    org_id text not null,
    key text not null,
    state text not null check (state in ('writing', 'stored', 'doomed')),
    name text not null default '',
    content_type text not null default '',
    bytes bigint not null default 0,
    created_at timestamptz(3) not null default clock_timestamp(),
    look_at timestamptz(3) not null default clock_timestamp() + interval '1 hour'
  )`,
  sql`create index item_files_of_org on item_files (org_id)`,
  sql`create index item_files_to_look_at on item_files (look_at)`,
  // No foreign key to runs, because retention deletes these rows with the run, and another
  // service's run has no row here.
  sql`create table run_files (
    file_id text not null references item_files (id) on delete cascade,
    run_id text not null,
    org_id text not null,
    primary key (file_id, run_id)
  )`,
  sql`create index run_files_of_run on run_files (run_id)`,
  sql`create index run_files_of_org on run_files (org_id)`,
]

export const itemFiles: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
