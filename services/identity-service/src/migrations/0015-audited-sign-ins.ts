import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A change of the second factor gives the caller a new session, which is no sign-in; neither is the session that a
 * password alone begins where a second factor follows, nor the one that goes on after a changed password.
 */
export const auditedSignIns: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create or replace function audit_session() returns trigger
    language plpgsql set search_path from current as $$
    declare
      path text := coalesce(audit_caller() ->> 'path', '');
      is_secured boolean := (select "twoFactorEnabled" from "user" where id = new."userId");
      is_own boolean := coalesce(audit_caller() ->> 'userId' = new."userId", false);
    begin
      if path <> '/change-password'
        and not (path = '/sign-in/email' and is_secured)
        and not (path like '/two-factor/%' and is_own)
      then
        perform record_account_audit(new."userId", 'session.signed_in', 'session', new.id,
          (select name from "user" where id = new."userId"),
          jsonb_strip_nulls(jsonb_build_object('via', nullif(path, ''), 'device', left(new."userAgent", 200))));
      end if;
      return null;
    end $$`.execute(db)
  },
}
