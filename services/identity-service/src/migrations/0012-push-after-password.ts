import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createTrigger } from './trigger.ts'

/**
 * A changed password ends the user's other sessions. It ends the browsers' subscriptions, too,
 * because a browser that somebody else signed in with must show nothing more.
 */
export const pushAfterPassword: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`${createTrigger(
      'push_after_password',
      'after update of password on account for each row when (new.password is distinct from old.password)',
      sql`
      delete from push_subscriptions where user_id = new."userId";`,
    )}`.execute(db)
  },
}
