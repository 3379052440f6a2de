import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Converts the board's mail queue to the platform's format. Waiting mails stay queued under their
 * keys.
 */
export const commonMailQueue: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  sql`alter table mail_queue rename column id to key`,
  sql`alter table mail_queue rename column body to text`,
  sql`alter table mail_queue rename column due_at to next_attempt_at`,
  sql`alter table mail_queue
    alter column next_attempt_at set default now(),
    add column status text not null default 'queued' check (status in ('queued', 'sent', 'captured', 'failed')),
    add column expires_at timestamptz(3) not null default now() + interval '1 day',
    add column reference text,
    add column failure text,
    add column created_at timestamptz(3) not null default now(),
    add column settled_at timestamptz(3)`,
  sql`alter table mail_queue alter column expires_at drop default`,
  sql`drop index mail_queue_due`,
  sql`create index mail_queue_due on mail_queue (next_attempt_at) where status = 'queued'`,
  sql`create index mail_queue_created_at on mail_queue (created_at)`,
  sql`create index mail_queue_org on mail_queue (org_id) where org_id is not null`,
]
