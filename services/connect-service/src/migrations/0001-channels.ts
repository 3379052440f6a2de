import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const channelsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table channels (
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
      requested_scopes jsonb not null,
      settings jsonb not null,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now(),
      last_used_at timestamptz(3),
      unique (owner_id, network, account_id)
    )`.execute(db)
    await sql`create table pickers (
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
    )`.execute(db)
    await sql`create table oauth_states (
      state_hash text primary key,
      network text not null,
      owner_id text not null,
      org_id text,
      credential_id text not null,
      verifier text,
      return_to text not null,
      expires_at timestamptz(3) not null
    )`.execute(db)
    await sql`create table account_rates (
      network text not null,
      account_id text not null,
      usage_percent double precision not null,
      blocked_until timestamptz(3),
      updated_at timestamptz(3) not null default now(),
      primary key (network, account_id)
    )`.execute(db)
    await sql`create table publish_attempts (
      id text primary key,
      attempt_key text not null,
      kind text not null check (kind in ('post', 'comment')),
      channel_id text not null,
      owner_id text not null,
      task_id text not null,
      fingerprint text not null,
      state text not null default 'sending' check (state in ('sending', 'done', 'failed', 'unknown')),
      outcome jsonb,
      external_id text,
      started_at timestamptz(3) not null,
      finished_at timestamptz(3),
      unique (kind, attempt_key)
    )`.execute(db)
    await sql`create index publish_attempts_task on publish_attempts (task_id, kind)`.execute(db)
    await sql`create index publish_attempts_started on publish_attempts (started_at)`.execute(db)
  },
}
