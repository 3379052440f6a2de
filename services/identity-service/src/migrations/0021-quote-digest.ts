import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Quote requests for the owner's next digest. */
export const quoteDigest: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table quote_digest (
      event_id text primary key,
      org_id text not null,
      user_id text not null,
      task_id text not null,
      name text not null,
      received_at timestamptz(3) not null default now()
    )`.execute(db)
    await sql`create index quote_digest_owner on quote_digest (org_id, user_id)`.execute(db)
    await sql`create index quote_digest_received on quote_digest (received_at)`.execute(db)
  },
}
