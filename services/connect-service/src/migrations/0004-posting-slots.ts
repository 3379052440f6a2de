import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When posts usually go out on a channel. */
export const postingSlots: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table posting_slots (
        org_id text not null,
        channel_id text not null references channels on delete cascade,
        weekday int not null check (weekday between 1 and 7),
        time text not null,
        primary key (channel_id, weekday, time)
      )`.execute(db)
  },
}
