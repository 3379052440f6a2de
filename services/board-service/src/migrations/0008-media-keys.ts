import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Replaces media addresses with keys, so that rows do not keep an old API address forever. */
export const mediaKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update posts set media = array(
        select coalesce(substring(address from '/api/assets/(.*)$'), address)
        from unnest(media) with ordinality as medium (address, place) order by place)
      where media <> '{}'`.execute(db)
  },
}
