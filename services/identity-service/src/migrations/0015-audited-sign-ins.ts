import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { trigger } from './trigger.ts'

/**
 * Records only real sign-ins. A change of the second factor and a changed password also create a
 * session, but those are no sign-ins. If a second factor follows the password, better-auth deletes
 * the password's session within the request, and the trigger deletes its entry. On a trusted device
 * no second factor follows, so the session and the entry stay.
 */
export const auditedSignIns: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  sql`create or replace function audit_session() returns trigger
  language plpgsql set search_path from current as $$
  declare
    path text := coalesce(audit_caller() ->> 'path', '');
    is_own boolean := coalesce(audit_caller() ->> 'userId' = new."userId", false);
  begin
    if path <> '/change-password' and not (path like '/two-factor/%' and is_own) then
      perform record_account_audit(new."userId", 'session.signed_in', 'session', new.id,
        (select name from "user" where id = new."userId"),
        jsonb_strip_nulls(jsonb_build_object('via', nullif(path, ''), 'device', left(new."userAgent", 200))));
    end if;
    return null;
  end $$`,
  ...trigger(
    'audit_session_undone',
    'after delete on session',
    sql`
    if audit_caller() ->> 'path' = '/sign-in/email' and old."createdAt" > now() - interval '1 minute' then
      delete from audit_entries where target_type = 'session' and target_id = old.id
        and org_id in (select "organizationId" from member where "userId" = old."userId");
    end if;`,
  ),
]
