import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Second factors, under better-auth's names. better-auth encrypts the secrets and recovery codes.
 */
export const twoFactor: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table "user" add column "twoFactorEnabled" boolean not null default false`.execute(
      db,
    )
    await sql`create table "twoFactor" (
      id text primary key,
      secret text not null,
      "backupCodes" text not null,
      "userId" text not null unique references "user" (id) on delete cascade,
      verified boolean not null default true,
      "failedVerificationCount" integer not null default 0,
      "lockedUntil" timestamptz
    )`.execute(db)
  },
}
