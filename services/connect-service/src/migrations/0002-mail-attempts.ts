import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Records mails from mailboxes like posts, so that none is sent twice. */
export const mailAttempts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table publish_attempts
        drop constraint publish_attempts_kind_check,
        add constraint publish_attempts_kind_check check (kind in ('post', 'comment', 'mail'))
    `.execute(db)
  },
}
