import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  sql`create table workflow_versions (
    workflow_id text not null references workflows on delete cascade,
    version int not null,
    org_id text not null,
    graph jsonb not null,
    author_id text not null,
    restored_from int,
    created_at timestamptz(3) not null default now(),
    primary key (workflow_id, version)
  )`,
  sql`create index workflow_versions_by_org on workflow_versions (org_id)`,
  // The current graph of each workflow becomes its first version.
  sql`insert into workflow_versions (workflow_id, version, org_id, graph, author_id, created_at)
    select id, 1, org_id, graph, owner_id, updated_at from workflows where org_id is not null`,
  sql`create table workflow_pins (
    workflow_id text not null references workflows on delete cascade,
    node_id text not null,
    org_id text not null,
    outputs jsonb not null,
    updated_at timestamptz(3) not null default now(),
    primary key (workflow_id, node_id)
  )`,
  sql`create index workflow_pins_by_org on workflow_pins (org_id)`,
  sql`create table kept_parts (
    run_id text not null,
    part int not null,
    org_id text not null,
    body text not null,
    primary key (run_id, part)
  )`,
  sql`create index kept_parts_by_org on kept_parts (org_id)`,
]

/** Workflow versions, pinned node outputs for tries, and items of failed runs. */
export const versionsAndPins: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
