import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const channels = sql`
  create table channels (
    id text primary key,
    owner_id text not null,
    org_id text,
    network text not null,
    account_id text not null,
    name text not null,
    renamed boolean not null default false,
    avatar_url text,
    status text not null default 'active' check (status in ('active', 'invalidated')),
    invalid_reason text,
    access_token text not null,
    refresh_token text,
    token_tail text not null,
    expires_at timestamptz(3),
    refresh_lease text,
    refresh_lease_until timestamptz(3),
    refresh_not_before timestamptz(3),
    requested_scopes jsonb not null,
    settings jsonb not null,
    shared boolean not null default false,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    last_used_at timestamptz(3),
    unique (org_id, owner_id, network, account_id)
  );
  create index channels_account on channels (network, account_id);
  create index channels_refresh_due on channels (expires_at)
    where status = 'active' and refresh_token is not null and expires_at is not null;

  create table pickers (
    id text primary key,
    owner_id text not null,
    org_id text,
    network text not null,
    pages jsonb not null,
    access_token text not null,
    requested_scopes jsonb not null,
    settled boolean not null default false,
    expires_at timestamptz(3) not null,
    created_at timestamptz(3) not null default now()
  );

  create table oauth_states (
    state_hash text primary key,
    network text not null,
    owner_id text not null,
    org_id text,
    credential_id text not null,
    verifier text,
    return_to text not null,
    -- The scopes that the consent asked for, which may be more than the network's usual ones.
    requested_scopes jsonb,
    -- The row stays until its channel is stored, so that a purge in the meantime can stop the connect.
    taken boolean not null default false,
    expires_at timestamptz(3) not null
  );

  create table account_rates (
    network text not null,
    account_id text not null,
    usage_percent double precision not null,
    blocked_until timestamptz(3),
    updated_at timestamptz(3) not null default now(),
    primary key (network, account_id)
  );
`

const publishing = sql`
  create table publish_attempts (
    id text primary key,
    attempt_key text not null,
    kind text not null check (kind in ('post', 'comment')),
    channel_id text not null,
    org_id text,
    owner_id text not null,
    task_id text not null,
    fingerprint text not null,
    state text not null default 'sending' check (state in ('sending', 'done', 'failed', 'unknown')),
    outcome jsonb,
    external_id text,
    started_at timestamptz(3) not null,
    finished_at timestamptz(3),
    unique (kind, attempt_key)
  );
  create index publish_attempts_task on publish_attempts (task_id, kind);
  create index publish_attempts_started on publish_attempts (started_at);
  create index publish_attempts_external on publish_attempts (channel_id, external_id);

  -- The progress of a post that takes several steps, for example a media container or an upload
  -- session.
  create table post_progress (
    channel_id text not null references channels on delete cascade,
    task_id text not null,
    fingerprint text not null,
    value text not null,
    updated_at timestamptz(3) not null,
    primary key (channel_id, task_id, fingerprint)
  );
  create index post_progress_updated on post_progress (updated_at);

  create table video_uploads (
    id text primary key,
    owner_id text not null,
    org_id text,
    channel_id text not null references channels on delete cascade,
    network text not null,
    transport text not null check (transport in ('direct', 'relay')),
    session text not null,
    size_bytes bigint not null,
    video_id text,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null
  );
  create index video_uploads_channel on video_uploads (channel_id);
  create index video_uploads_expires on video_uploads (expires_at);
`

const models = sql`
  create table paid_calls (
    org_id text not null,
    call_key text not null,
    digest text not null,
    state text not null default 'running' check (state in ('running', 'answered', 'done')),
    attempt integer not null default 1,
    lease_until timestamptz not null,
    outcome jsonb,
    reservation_id text,
    credits integer,
    started_at timestamptz not null,
    primary key (org_id, call_key)
  );
  create index paid_calls_uncharged on paid_calls (lease_until) where state = 'answered';
  create index paid_calls_started on paid_calls (started_at);

  create table free_model_calls (
    org_id text primary key,
    day date not null,
    calls integer not null
  );
`

export const baseline: Migration = {
  async up(db: Kysely<unknown>) {
    for (const tables of [channels, publishing, models]) await tables.execute(db)
  },
}
