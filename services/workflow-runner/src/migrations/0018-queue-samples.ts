import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Queue lengths per minute, kept for a day. */
export const queueSamples: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table queue_samples (
      queue text not null,
      at timestamptz(0) not null,
      depth int not null,
      oldest_seconds real not null,
      primary key (queue, at)
    )`.execute(db)
  },
}
