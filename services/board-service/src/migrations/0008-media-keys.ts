import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Media stand as keys, so that an address that the API had once is not kept for ever. */
export const mediaKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`update posts set media = array(
        select coalesce(substring(address from '/api/assets/(.*)$'), address)
        from unnest(media) with ordinality as medium (address, place) order by place)
      where media <> '{}'`.execute(db)
  },
}
