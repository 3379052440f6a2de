import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Creates the tables of `PlatformTables` in a service's schema. Runs before the service's own
 * migrations.
 */
export const platformMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table outbox (
      seq bigint generated always as identity primary key,
      id text not null unique,
      kind text not null,
      org_id text,
      type text not null,
      data jsonb not null,
      trace text,
      request_id text,
      occurred_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create table inbox (
      consumer text not null,
      event_id text not null,
      seen_at timestamptz(3) not null default now(),
      primary key (consumer, event_id)
    )`.execute(db)
    await sql`create index inbox_seen_at on inbox (seen_at)`.execute(db)
    await sql`create table dead_letters (
      id bigint generated always as identity primary key,
      consumer text not null,
      subject text not null,
      message_id text not null,
      payload text not null,
      reason text not null,
      deliveries int not null,
      set_aside_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create table idempotency_keys (
      scope text not null,
      key text not null,
      fingerprint text not null,
      status int,
      headers jsonb,
      body text,
      created_at timestamptz(3) not null default now(),
      primary key (scope, key)
    )`.execute(db)
    await sql`create index idempotency_keys_created_at on idempotency_keys (created_at)`.execute(db)
  },
}
