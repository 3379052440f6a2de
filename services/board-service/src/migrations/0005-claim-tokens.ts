import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A token stands for one claim, so that a caller whose answer was lost may ask again with it. */
export const claimTokens: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create unique index posts_claim_token on posts (claim_token) where claim_token is not null`.execute(
      db,
    )
  },
}
