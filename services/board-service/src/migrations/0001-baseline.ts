import { createMailQueue } from '@atrium/mailer'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const cards = sql`
  create table tasks (
    id text primary key,
    org_id text not null,
    owner_id text not null,
    kind text not null,
    title text not null,
    body text not null,
    status text not null,
    tags text[] not null,
    due_date timestamptz(3),
    due_all_day boolean not null default false,
    -- The day on which the card is due in its organisation's zone.
    due_on text,
    destination_scheme text,
    destination_host text,
    fields jsonb not null,
    -- What a workflow last wrote to the card, so that it does not overwrite later user edits.
    written jsonb,
    version int not null default 1,
    canonical_url text,
    external_key text,
    search tsvector not null,
    status_changed_at timestamptz(3) not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  );
  create unique index tasks_link on tasks (org_id, owner_id, canonical_url) where canonical_url is not null;
  create unique index tasks_external_key on tasks (org_id, external_key) where external_key is not null;
  create index tasks_search on tasks using gin (search);
  create index tasks_due on tasks (org_id, due_date) where due_date is not null;
  create index tasks_claimable on tasks (org_id, due_date, id)
    where status = 'reviewed' and destination_scheme = 'automated';
  create index tasks_prunable on tasks (org_id, status, status_changed_at) where status in ('done', 'archived');
  create index tasks_enriching on tasks (status_changed_at) where status = 'enriching';

  -- For the filters and sort orders of lists. Without them, an organisation with many thousand
  -- cards needs a scan of all cards for each page and count.
  create index tasks_created on tasks (org_id, created_at, id);
  create index tasks_kind on tasks (org_id, kind, created_at, id);
  create index tasks_status on tasks (org_id, status, created_at, id);
  create index tasks_updated on tasks (org_id, updated_at, id);
  create index tasks_title on tasks (org_id, lower(title), id);
  -- Begins with "due_date is null", as the list order does. Therefore a claim, which looks for the
  -- longest due post, cannot choose this index and walk past every post that was claimed before.
  create index tasks_due_order on tasks (org_id, (due_date is null), due_date, id);

  create table org_time_zones (org_id text primary key, time_zone text not null);

  -- Transactions that write cards share this lock. A zone change takes it exclusively (src/due-days).
  create function keep_due_day() returns trigger language plpgsql set search_path from current as $$
    declare
      zone text;
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended('due days ' || new.org_id, 0));
      zone := coalesce((select z.time_zone from org_time_zones z where z.org_id = new.org_id), 'UTC');
      if new.due_date is null then
        new.due_on := null;
        new.due_all_day := false;
      elsif new.due_all_day then
        new.due_date := ((new.due_on::date + 1)::timestamp at time zone zone) - interval '1 millisecond';
      else
        new.due_on := to_char(new.due_date at time zone zone, 'YYYY-MM-DD');
      end if;
      return new;
    end $$;
  create trigger tasks_due_day before insert or update of due_date, due_all_day, due_on on tasks
    for each row when (new.due_date is not null or new.due_on is not null) execute function keep_due_day();

  -- What users and agents write.
  create table timeline_entries (
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
  );
  create index timeline_entries_task on timeline_entries (task_id, created_at, id);
  create unique index timeline_entries_key on timeline_entries (task_id, key) where key is not null;

  -- What changed on the card.
  create table card_history (
    id text primary key,
    org_id text not null,
    task_id text not null references tasks on delete cascade,
    kind text not null,
    body text not null,
    author jsonb not null,
    change jsonb not null,
    created_at timestamptz(3) not null
  );
  create index card_history_task on card_history (task_id, created_at, id);
  create index card_history_org on card_history (org_id);
`

const posts = sql`
  create table posts (
    task_id text primary key references tasks on delete cascade,
    org_id text not null,
    platform text not null,
    channel_id text,
    "to" text[] not null default '{}',
    link text,
    link_handling text not null,
    media text[] not null,
    first_comment text,
    -- The user who approved the post.
    actor_id text,
    -- A caller whose response was lost may repeat the claim with its token.
    claim_token text,
    claim_deadline timestamptz(3),
    -- The next look-up of a post whose outcome is unknown.
    look_at timestamptz(3),
    looks smallint not null default 0,
    external_id text,
    external_url text,
    failure jsonb,
    posted_at timestamptz,
    posted_by jsonb,
    publisher jsonb,
    clicks integer
  );
  create index posts_deadline on posts (claim_deadline) where claim_deadline is not null;
  create index posts_look on posts (look_at) where look_at is not null;
  create index posts_posted on posts (org_id, posted_at) where posted_at is not null;
  create unique index posts_claim_token on posts (claim_token) where claim_token is not null;
  -- The board looks for a post with a first comment at each new connection.
  create index posts_commented on posts (org_id, platform)
    where first_comment <> '' or (link_handling = 'reply' and link is not null);

  -- Links in first comments outlive their cards, because networks keep showing them.
  create table tracked_links (
    code text primary key,
    org_id text not null,
    task_id text not null,
    url text not null,
    created_at timestamptz not null,
    unique (org_id, task_id, url)
  );
`

const assets = sql`
  create table asset_references (
    asset_key text not null,
    task_id text not null references tasks on delete cascade,
    primary key (asset_key, task_id)
  );
  create index asset_references_task on asset_references (task_id);

  create table release_candidates (
    org_id text not null,
    asset_key text not null,
    due_at timestamptz(3) not null,
    attempts int not null default 0,
    generation bigint not null default 1,
    primary key (org_id, asset_key)
  );
  create index release_candidates_due on release_candidates (due_at);

  create table asset_fences (
    asset_key text not null,
    release_id text not null,
    org_id text not null,
    released boolean not null,
    until timestamptz(3) not null,
    primary key (asset_key, release_id)
  );
  create index asset_fences_until on asset_fences (until);
`

const sites = sql`
  create table templates (
    id text primary key,
    org_id text not null,
    name text not null,
    description text not null,
    variables jsonb not null,
    markup text not null,
    asset_keys text[] not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  );
  create index templates_org on templates (org_id, created_at, id);
  create index templates_assets on templates using gin (asset_keys);

  create table template_instances (
    id text primary key,
    org_id text not null,
    template_id text not null references templates,
    name text not null,
    values jsonb not null,
    asset_keys text[] not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  );
  create index template_instances_org on template_instances (org_id, created_at, id);
  create index template_instances_template on template_instances (template_id);
  create index template_instances_assets on template_instances using gin (asset_keys);

  create table sites (
    id text primary key,
    org_id text not null,
    name text not null,
    slug text not null,
    instance_id text references template_instances on delete set null,
    status text not null,
    published_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null
  );
  create unique index sites_slug on sites (slug);
  create index sites_org on sites (org_id, created_at, id);
  create index sites_instance on sites (instance_id);

  -- A site keeps every snapshot, because pages built from an earlier snapshot still show its files.
  create table site_snapshots (
    id bigint generated always as identity primary key,
    site_id text not null references sites on delete cascade,
    org_id text not null,
    html text not null,
    asset_keys text[] not null,
    frozen_at timestamptz(3) not null
  );
  create index site_snapshots_site on site_snapshots (site_id, id);
  create index site_snapshots_assets on site_snapshots using gin (asset_keys);
`

const visitors = sql`
  create table orgs (
    org_id text primary key,
    slug text not null,
    owner_id text not null
  );
  create index orgs_slug on orgs (slug);

  create table submissions (
    id bigint generated always as identity primary key,
    scope text not null,
    -- The visitor's network, so that limits apply to each visitor and not to all together.
    client text,
    email text not null,
    created_at timestamptz(3) not null
  );
  create index submissions_scope on submissions (scope, created_at);
  create index submissions_created on submissions (created_at);
`

export const baseline: Migration = {
  async up(db: Kysely<unknown>) {
    for (const tables of [cards, posts, assets, sites, visitors]) await tables.execute(db)
    await createMailQueue(db)
  },
}
