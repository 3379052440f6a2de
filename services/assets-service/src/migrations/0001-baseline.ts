import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// The blobs themselves have no table.
const tables = sql`
  -- An upload may outlast its organisation. Nobody would delete a blob that it stores after the purge.
  create table removed_orgs (
    org_id text primary key,
    removed_at timestamptz(3) not null default now()
  );

  create table org_usage (
    org_id text primary key,
    bytes bigint not null default 0,
    count bigint not null default 0,
    -- When the store was last listed to count its blobs. Null if it must be listed again.
    counted_at timestamptz(3),
    -- Grows whenever a blob is stored or deleted. It shows whether a cached listing is current.
    version bigint not null default 0
  );
  create index org_usage_counted_at on org_usage (counted_at nulls first);

  -- Because of the foreign key, inserting a change waits while a count locks the counter's row.
  create table usage_changes (
    key text primary key,
    org_id text not null constraint usage_changes_org_usage references org_usage on delete cascade,
    kind text not null check (kind in ('put', 'delete')),
    bytes integer not null,
    begun_at timestamptz(3) not null default now()
  );
  create index usage_changes_org_id on usage_changes (org_id);
  create index usage_changes_begun_at on usage_changes (begun_at);

  -- Parts of files from other services, because each part may reach a different replica.
  create table file_parts (
    org_id text not null,
    file text not null,
    at_byte integer not null,
    bytes bytea not null,
    received_at timestamptz(3) not null default now(),
    primary key (org_id, file, at_byte)
  );
  create index file_parts_received on file_parts (received_at);

  -- What users find their files by: docs/adr/0021-descriptions-of-files.md.
  create table file_descriptions (
    org_id text not null,
    key text not null,
    name text,
    alt_text text not null default '',
    tags text[] not null default '{}',
    stored_at timestamptz(3) not null default now(),
    search tsvector not null,
    primary key (org_id, key)
  );
  create index file_descriptions_search on file_descriptions using gin (search);

  -- A blob never changes, so a row is written once. Videos have a duration, and may state no size.
  create table picture_sizes (
    org_id text not null,
    key text not null,
    width integer,
    height integer,
    duration_ms integer,
    primary key (org_id, key)
  );
`

export const baseline: Migration = {
  async up(db: Kysely<unknown>) {
    await tables.execute(db)
  },
}
