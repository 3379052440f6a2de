import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Mails that wait for the sender. The key keeps a mail unique if it is requested again. */
export const mailQueue: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table mail_queue (
      key text primary key,
      recipient text not null,
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
  },
}
