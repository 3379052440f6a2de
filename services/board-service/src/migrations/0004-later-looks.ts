import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the time of the next look-up of a post with an unknown outcome. */
export const laterLooks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}

const statements = [
  'alter table posts add column look_at timestamptz(3), add column looks smallint not null default 0',
  'create index posts_look on posts (look_at) where look_at is not null',
]
