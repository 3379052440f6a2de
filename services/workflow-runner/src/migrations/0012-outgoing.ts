import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The mail queue of nodes, and a key to make a delivery unique per endpoint. */
export const outgoing: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table mail_queue (
      key text primary key,
      org_id text,
      recipient text not null,
      reply_to text,
      subject text not null,
      text text not null,
      status text not null default 'queued' check (status in ('queued', 'sent', 'captured', 'failed')),
      attempts int not null default 0,
      next_attempt_at timestamptz(3) not null default now(),
      expires_at timestamptz(3) not null,
      reference text,
      failure text,
      created_at timestamptz(3) not null default now(),
      settled_at timestamptz(3)
    )`.execute(db)
    await sql`create index mail_queue_due on mail_queue (next_attempt_at) where status = 'queued'`.execute(
      db,
    )
    await sql`create index mail_queue_created_at on mail_queue (created_at)`.execute(db)
    await sql`create index mail_queue_org on mail_queue (org_id, created_at) where org_id is not null`.execute(
      db,
    )
    await sql`alter table webhook_deliveries add column key text`.execute(db)
    await sql`create unique index webhook_deliveries_key on webhook_deliveries (endpoint_id, key)
      where key is not null`.execute(db)
  },
}
