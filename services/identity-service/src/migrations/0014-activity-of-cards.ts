import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A deleted lead's name is taken out of the entries about its card. */
export const activityOfCards: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index activity_entries_card on activity_entries (target_id)
        where target_type = 'card'`.execute(db)
  },
}
