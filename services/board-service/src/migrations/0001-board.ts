import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Creates cards with their posts and timelines, asset references, templates, instances, sites and
 * snapshots.
 */
export const board: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  `create table tasks (
    id text primary key,
    org_id text not null,
    owner_id text not null,
    kind text not null,
    title text not null,
    body text not null,
    status text not null,
    tags text[] not null,
    due_date timestamptz(3),
    destination_scheme text,
    destination_host text,
    fields jsonb not null,
    version int not null default 1,
    canonical_url text,
    external_key text,
    search tsvector not null,
    status_changed_at timestamptz(3) not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create index tasks_created on tasks (org_id, created_at, id)',
  'create index tasks_search on tasks using gin (search)',
  'create index tasks_due on tasks (org_id, due_date) where due_date is not null',
  `create index tasks_claimable on tasks (org_id, due_date, id)
    where status = 'reviewed' and destination_scheme = 'automated'`,
  `create index tasks_prunable on tasks (org_id, status, status_changed_at) where status in ('done', 'archived')`,
  `create index tasks_enriching on tasks (status_changed_at) where status = 'enriching'`,
  'create unique index tasks_link on tasks (org_id, owner_id, canonical_url) where canonical_url is not null',
  'create unique index tasks_external_key on tasks (org_id, external_key) where external_key is not null',
  `create table posts (
    task_id text primary key references tasks on delete cascade,
    org_id text not null,
    platform text not null,
    channel_id text,
    link text,
    link_handling text not null,
    media text[] not null,
    first_comment text,
    external_id text,
    external_url text,
    failure jsonb,
    claim_token text,
    claim_deadline timestamptz(3)
  )`,
  'create index posts_deadline on posts (claim_deadline) where claim_deadline is not null',
  `create table timeline_entries (
    id text primary key,
    org_id text not null,
    task_id text not null references tasks on delete cascade,
    kind text not null,
    body text not null,
    author_type text not null,
    author_id text not null,
    key text,
    asset_keys text[] not null default '{}',
    created_at timestamptz(3) not null
  )`,
  'create index timeline_entries_task on timeline_entries (task_id, created_at, id)',
  'create unique index timeline_entries_key on timeline_entries (task_id, key) where key is not null',
  `create table asset_references (
    asset_key text not null,
    task_id text not null references tasks on delete cascade,
    primary key (asset_key, task_id)
  )`,
  'create index asset_references_task on asset_references (task_id)',
  `create table release_candidates (
    org_id text not null,
    asset_key text not null,
    due_at timestamptz(3) not null,
    attempts int not null default 0,
    generation bigint not null default 1,
    primary key (org_id, asset_key)
  )`,
  'create index release_candidates_due on release_candidates (due_at)',
  `create table asset_fences (
    asset_key text not null,
    release_id text not null,
    org_id text not null,
    released boolean not null,
    until timestamptz(3) not null,
    primary key (asset_key, release_id)
  )`,
  'create index asset_fences_until on asset_fences (until)',
  `create table templates (
    id text primary key,
    org_id text not null,
    name text not null,
    description text not null,
    variables jsonb not null,
    markup text not null,
    asset_keys text[] not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create index templates_org on templates (org_id, created_at, id)',
  'create index templates_assets on templates using gin (asset_keys)',
  `create table template_instances (
    id text primary key,
    org_id text not null,
    template_id text not null references templates,
    name text not null,
    values jsonb not null,
    asset_keys text[] not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create index template_instances_org on template_instances (org_id, created_at, id)',
  'create index template_instances_template on template_instances (template_id)',
  'create index template_instances_assets on template_instances using gin (asset_keys)',
  `create table sites (
    id text primary key,
    org_id text not null,
    name text not null,
    slug text not null,
    instance_id text references template_instances on delete set null,
    status text not null,
    published_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  )`,
  'create unique index sites_slug on sites (slug)',
  'create index sites_org on sites (org_id, created_at, id)',
  'create index sites_instance on sites (instance_id)',
  `create table site_snapshots (
    site_id text primary key references sites on delete cascade,
    org_id text not null,
    html text not null,
    asset_keys text[] not null,
    frozen_at timestamptz(3) not null
  )`,
  'create index site_snapshots_assets on site_snapshots using gin (asset_keys)',
  `create table orgs (
    org_id text primary key,
    slug text not null,
    owner_id text not null
  )`,
  'create index orgs_slug on orgs (slug)',
  `create table submissions (
    id bigint generated always as identity primary key,
    scope text not null,
    email text not null,
    created_at timestamptz(3) not null
  )`,
  'create index submissions_scope on submissions (scope, created_at)',
  'create index submissions_created on submissions (created_at)',
  `create table mail_queue (
    id text primary key,
    org_id text,
    recipient text not null,
    subject text not null,
    body text not null,
    reply_to text,
    due_at timestamptz(3) not null,
    attempts int not null default 0
  )`,
  'create index mail_queue_due on mail_queue (due_at)',
]
