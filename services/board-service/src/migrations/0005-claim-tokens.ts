import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds claim tokens. A caller whose response was lost may repeat the claim with its token. */
export const claimTokens: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create unique index posts_claim_token on posts (claim_token) where claim_token is not null`.execute(
      db,
    )
  },
}
