import { createFoldText } from '@atrium/database'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Searches read the stored column `folded`. An organisation has too few workflows and skills for an
// index, but too many to fold all descriptions in each search.

const workflowTables = sql`
  create table workflows (
    id text primary key,
    org_id text,
    owner_id text not null,
    name text not null,
    description text,
    folded text not null generated always as (fold_text(name || e'\n' || coalesce(description, ''))) stored,
    graph jsonb not null,
    active boolean not null default false,
    callable_by text not null default 'owner' check (callable_by in ('owner', 'members')),
    version int not null default 1,
    system_key text unique,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  );
  create index workflows_by_org on workflows (org_id, id desc);

  create table workflow_versions (
    workflow_id text not null references workflows on delete cascade,
    version int not null,
    org_id text not null,
    graph jsonb not null,
    author_id text not null,
    restored_from int,
    created_at timestamptz(3) not null default now(),
    primary key (workflow_id, version)
  );
  create index workflow_versions_by_org on workflow_versions (org_id);

  -- Pinned outputs of nodes, for tries.
  create table workflow_pins (
    workflow_id text not null references workflows on delete cascade,
    node_id text not null,
    org_id text not null,
    outputs jsonb not null,
    updated_at timestamptz(3) not null default now(),
    primary key (workflow_id, node_id)
  );
  create index workflow_pins_by_org on workflow_pins (org_id);

  -- The templates turned into workflows. The row outlives the workflow, because a deleted one must
  -- not be created again.
  create table seeded_templates (
    org_id text not null,
    template_id text not null,
    workflow_id text,
    created_at timestamptz(3) not null default now(),
    primary key (org_id, template_id)
  );

  create table system_users (
    id text primary key,
    name text not null,
    created_at timestamptz(3) not null default now()
  );
`

const triggers = sql`
  create table schedules (
    key text primary key,
    workflow_id text not null references workflows on delete cascade,
    node_id text not null,
    cron text not null,
    tz text not null,
    next_at timestamptz(3) not null,
    last_fired_at timestamptz(3)
  );
  create index schedules_due on schedules (next_at);
  create index schedules_by_workflow on schedules (workflow_id);

  create table event_bindings (
    event_type text not null,
    org_id text not null,
    workflow_id text not null references workflows on delete cascade,
    node_id text not null,
    primary key (event_type, org_id, workflow_id, node_id)
  );
  create index event_bindings_by_workflow on event_bindings (workflow_id);

  -- Addresses at which other systems start workflows.
  create table workflow_hooks (
    workflow_id text primary key references workflows on delete cascade,
    id text not null unique,
    org_id text not null,
    secret_hash text not null,
    created_at timestamptz(3) not null default now(),
    created_by text
  );
  create index workflow_hooks_by_org on workflow_hooks (org_id);

  -- An organisation's calls in the current and the previous minute.
  create table hook_calls (
    org_id text primary key,
    minute bigint not null,
    calls integer not null,
    previous integer not null
  );

  -- Encrypted signature secrets.
  create table hook_secrets (
    id text primary key,
    org_id text not null,
    secret text not null,
    created_at timestamptz(3) not null default now()
  );
  create index hook_secrets_by_org on hook_secrets (org_id);
`

const reading = sql`
  create table watermarks (
    workflow_id text not null,
    key text not null,
    value jsonb,
    updated_at timestamptz(3) not null default now(),
    primary key (workflow_id, key)
  );

  create table workflow_imports (
    org_id text not null,
    workflow_id text not null,
    source text not null,
    external_id text not null,
    verdict text not null,
    run_id text,
    created_at timestamptz(3) not null default now()
  );
  create unique index workflow_imports_identity on workflow_imports (org_id, workflow_id, source, external_id);
  create index workflow_imports_by_age on workflow_imports (org_id, workflow_id, created_at desc);
  create index workflow_imports_pending on workflow_imports (run_id) where verdict = 'pending';

  create table ingestion_sync_cursors (
    org_id text not null,
    workflow_id text not null,
    key text not null,
    token text not null,
    updated_at timestamptz(3) not null default now(),
    primary key (org_id, workflow_id, key)
  );

  -- Items that reading nodes have read, including those that wait to be offered again.
  create table read_items (
    org_id text not null,
    workflow_id text not null,
    key text not null,
    external_id text not null,
    version text not null,
    title text not null default '',
    reason text not null default '',
    attempts integer not null default 0,
    waiting boolean not null,
    updated_at timestamptz(3) not null default now(),
    primary key (workflow_id, key, external_id)
  );
  create index read_items_waiting on read_items (workflow_id, key, updated_at) where waiting;
  create index read_items_of_org on read_items (org_id);
  -- The items that need attention.
  create index read_items_refused on read_items (org_id, updated_at) where waiting and attempts >= 10;
`

const skills = sql`
  create table skills (
    id text primary key,
    org_id text not null,
    slug text not null,
    name text not null,
    kind text not null,
    description text not null,
    folded text not null generated always as
      (fold_text(name || e'\n' || slug || e'\n' || description)) stored,
    body text not null,
    version int not null default 1,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    constraint skills_slug unique (org_id, slug)
  );
  create index skills_by_org on skills (org_id, id desc);

  create table skill_versions (
    skill_id text not null references skills on delete cascade,
    version int not null,
    org_id text not null,
    body text not null,
    author_id text not null,
    created_at timestamptz(3) not null default now(),
    primary key (skill_id, version)
  );
  create index skill_versions_by_org on skill_versions (org_id);
`

export const workflows: Migration = {
  async up(db: Kysely<unknown>) {
    await createFoldText(db)
    for (const tables of [workflowTables, triggers, reading, skills]) await tables.execute(db)
  },
}
