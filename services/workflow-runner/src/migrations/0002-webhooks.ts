import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const webhooks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table webhook_endpoints (
      id text primary key,
      org_id text not null,
      url text not null,
      events jsonb not null,
      secret text not null,
      enabled boolean not null default true,
      version int not null default 1,
      created_at timestamptz(3) not null default now(),
      updated_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create index webhook_endpoints_by_org on webhook_endpoints (org_id, id desc)`.execute(
      db,
    )
    await sql`create table webhook_deliveries (
      id text primary key,
      org_id text not null,
      endpoint_id text not null references webhook_endpoints on delete cascade,
      event_id text not null,
      event_type text not null,
      body text not null,
      status text not null default 'pending',
      attempts int not null default 0,
      next_at timestamptz(3) default now(),
      response_status int,
      error text,
      worker_id text,
      created_at timestamptz(3) not null default now(),
      finished_at timestamptz(3)
    )`.execute(db)
    await sql`create index webhook_deliveries_due on webhook_deliveries (next_at) where status = 'pending'`.execute(
      db,
    )
    await sql`create index webhook_deliveries_by_endpoint on webhook_deliveries (endpoint_id, id desc)`.execute(
      db,
    )
    await sql`create index webhook_deliveries_finished on webhook_deliveries (finished_at)
      where finished_at is not null`.execute(db)
  },
}
