import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A browser's subscription ends with its session, for example when the user signs out other
 * devices. Subscriptions of earlier releases have no session until their browser opens a page.
 */
export const pushOfSession: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table push_subscriptions
        add column session_id text references session on delete cascade;
      create index push_subscriptions_session on push_subscriptions (session_id)`.execute(db)
  },
}
