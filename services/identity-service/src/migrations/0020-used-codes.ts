import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Authenticator codes after a sign-in, so that each code signs in only once. */
export const usedCodes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table used_codes (
      user_id text not null references "user" (id) on delete cascade,
      code_hash text not null,
      expires_at timestamptz(3) not null,
      primary key (user_id, code_hash)
    )`.execute(db)
    await sql`create index used_codes_expiry on used_codes (expires_at)`.execute(db)
  },
}
