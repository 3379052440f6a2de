import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Records when a client's last grant ended, for any reason. A client that a user once allowed may
 * ask again.
 */
export const endedGrants: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table "oauthClient" add column "grantEndedAt" timestamptz`.execute(db)
    await sql`create function note_ended_grant() returns trigger
    language plpgsql set search_path from current as $$
    begin
      update "oauthClient" set "grantEndedAt" = now() where "clientId" = old."clientId";
      return null;
    end $$`.execute(db)
    await sql`create trigger ended_grant after delete on "oauthConsent"
      for each row execute function note_ended_grant()`.execute(db)
  },
}
