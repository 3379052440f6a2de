import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createTrigger } from './trigger.ts'

const recording = sql`
  create table audit_entries (
    id text primary key,
    org_id text not null references organization on delete cascade,
    at timestamptz(3) not null,
    actor_type text not null,
    actor_id text not null,
    actor_name text not null,
    action text not null,
    target_type text not null,
    target_id text not null,
    target_name text not null,
    detail jsonb not null,
    request_id text,
    ip text
  );
  create index audit_entries_newest on audit_entries (org_id, at, id);
  create index audit_entries_by_actor on audit_entries (org_id, actor_id, at, id);
  create index audit_entries_by_target on audit_entries (org_id, target_id, at, id);
  create index audit_entries_by_action on audit_entries (org_id, action, at, id);
  create index audit_entries_at on audit_entries (at);

  create function audit_caller() returns jsonb language sql stable as $$
    select coalesce(nullif(current_setting('atrium.caller', true), '')::jsonb, '{}'::jsonb)
  $$;

  -- The actor is the given user, or else the caller if the caller is a member of the organisation,
  -- or else the platform as 'system'. So other organisations do not see the caller when a statement
  -- reaches their rows. Nothing is recorded for a deleted organisation.
  create function record_audit(
    org text, author text, action text, target_type text, target_id text, target_name text, detail jsonb
  ) returns void language plpgsql set search_path from current as $$
  declare
    caller jsonb := audit_caller();
    actor text := coalesce(nullif(author, 'system'), case when author is null and exists (
      select from member where "organizationId" = org and "userId" = caller ->> 'userId'
    ) then caller ->> 'userId' end);
  begin
    if actor is null then caller := '{}'; end if;
    insert into audit_entries (id, org_id, at, actor_type, actor_id, actor_name, action,
      target_type, target_id, target_name, detail, request_id, ip)
    select replace(new_event_id(), 'evt_', 'aud_'), o.id, clock_timestamp(),
      case when actor is null then 'system' else 'user' end,
      coalesce(actor, 'system'),
      coalesce((select name from "user" where id = actor),
        case when actor = caller ->> 'userId' then caller ->> 'name' end,
        case when actor is null then 'Atrium' else actor end),
      action, target_type, target_id, left(coalesce(target_name, ''), 200), detail,
      caller ->> 'requestId', caller ->> 'address'
    from organization o where o.id = org;
  end $$;

  -- An action on an account is recorded in every organisation of the user.
  create function record_account_audit(
    account_id text, action text, target_type text, target_id text, target_name text, detail jsonb
  ) returns void language sql set search_path from current as $$
    select record_audit("organizationId", account_id, action, target_type, target_id, target_name, detail)
    from member where "userId" = account_id
  $$;

  -- Joins the scopes in one text, because audit details are single values. Null if the key has no
  -- scopes.
  create function scopes_text(scopes jsonb) returns text language sql immutable as $$
    select case when jsonb_typeof(scopes) = 'array'
      then (select string_agg(scope, ' ') from jsonb_array_elements_text(scopes) scope) end
  $$;
  create function audited_key(key apikey) returns jsonb language sql stable set search_path from current as $$
    select jsonb_strip_nulls(jsonb_build_object('role', key.role, 'scopes', scopes_text(key.scopes),
      'expiresAt', to_char(key."expiresAt" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  $$;
`

const organisationTriggers = [
  createTrigger(
    'audit_member_inserted',
    'after insert on member',
    sql`
    if exists (select from member where "organizationId" = new."organizationId" and id <> new.id) then
      perform record_audit(new."organizationId", new."userId", 'member.joined', 'member', new."userId",
        (select name from "user" where id = new."userId"), jsonb_build_object('role', new.role));
    else
      perform record_audit(new."organizationId", new."userId", 'org.created', 'org', new."organizationId",
        (select name from organization where id = new."organizationId"), '{}');
    end if;`,
  ),
  createTrigger(
    'audit_member_changed',
    'after update of role on member for each row when (new.role <> old.role)',
    sql`
    perform record_audit(new."organizationId", null, 'member.role_changed', 'member', new."userId",
      (select name from "user" where id = new."userId"),
      jsonb_build_object('from', old.role, 'to', new.role));`,
  ),
  createTrigger(
    'audit_member_deleted',
    'after delete on member',
    sql`
    perform record_audit(old."organizationId",
      case when audit_caller() ->> 'userId' = old."userId" then old."userId" end,
      case when audit_caller() ->> 'userId' = old."userId" then 'member.left' else 'member.removed' end,
      'member', old."userId",
      coalesce((select name from "user" where id = old."userId"),
        case when audit_caller() ->> 'userId' = old."userId" then audit_caller() ->> 'name' end),
      jsonb_build_object('role', old.role));`,
  ),
  createTrigger(
    'audit_invitation_inserted',
    'after insert on invitation',
    sql`
    perform record_audit(new."organizationId", new."inviterId", 'member.invited', 'invitation', new.id,
      new.email, jsonb_build_object('role', coalesce(new.role, 'member')));`,
  ),
  createTrigger(
    'audit_invitation_settled',
    `after update of status on invitation for each row
      when (new.status <> old.status and new.status in ('canceled', 'rejected'))`,
    sql`
    perform record_audit(new."organizationId",
      case new.status when 'rejected' then audit_caller() ->> 'userId' end,
      case new.status when 'rejected' then 'invitation.rejected' else 'invitation.cancelled' end,
      'invitation', new.id, new.email, '{}');`,
  ),
  createTrigger(
    'audit_consent_given',
    'after insert or update of scopes on "oauthConsent" for each row',
    sql`
    perform record_audit(new."referenceId", new."userId", 'assistant.allowed', 'grant', new.id,
      (select name from "oauthClient" where "clientId" = new."clientId"),
      jsonb_build_object('scopes', (select string_agg(scope, ' ') from jsonb_array_elements_text(new.scopes) scope)));`,
  ),
  createTrigger(
    'audit_consent_ended',
    'after delete on "oauthConsent"',
    sql`
    perform record_audit(old."referenceId", coalesce(audit_caller() ->> 'userId', old."userId"),
      'assistant.ended', 'grant', old.id,
      (select name from "oauthClient" where "clientId" = old."clientId"), '{}');`,
  ),
  createTrigger(
    'audit_org_changed',
    `after update on organization for each row
      when ((new.name, new.slug, new.logo) is distinct from (old.name, old.slug, old.logo))`,
    sql`
    perform record_audit(new.id, null, 'org.changed', 'org', new.id, new.name,
      jsonb_build_object('name', new.name, 'slug', new.slug));`,
  ),
  createTrigger(
    'audit_key_inserted',
    'after insert on apikey',
    sql`
    perform record_audit(new."referenceId", new."creatorId", 'key.created', 'key', new.id,
      coalesce(new.name, new.start), audited_key(new));`,
  ),
  createTrigger(
    'audit_key_changed',
    `after update on apikey for each row when (
      (new.name, new.enabled, new.metadata, new."expiresAt", new.key)
      is distinct from (old.name, old.enabled, old.metadata, old."expiresAt", old.key))`,
    sql`
    perform record_audit(new."referenceId", null, 'key.changed', 'key', new.id,
      coalesce(new.name, new.start), audited_key(new) || jsonb_build_object('enabled', new.enabled)
        || case when new.role <> old.role then jsonb_build_object('fromRole', old.role) else '{}' end
        || case when new.scopes is distinct from old.scopes then jsonb_build_object(
          'scopes', coalesce(scopes_text(new.scopes), 'all'),
          'fromScopes', coalesce(scopes_text(old.scopes), 'all')) else '{}' end);`,
  ),
  // A request in one organisation can make better-auth delete the expired keys of every organisation.
  createTrigger(
    'audit_key_deleted',
    'after delete on apikey',
    sql`
    perform record_audit(old."referenceId",
      case when old."expiresAt" <= now() then 'system'
        when audit_caller() ->> 'userId' = old."creatorId" then old."creatorId" end,
      case when old."expiresAt" <= now() then 'key.expired' else 'key.revoked' end,
      'key', old.id, coalesce(old.name, old.start), audited_key(old));`,
  ),
]

// Only real sign-ins are recorded. A change of the second factor and a changed password also create
// a session, but those are no sign-ins. If a second factor follows the password, better-auth deletes
// the password's session within the request, and the trigger deletes its entry. On a trusted device
// no second factor follows, so the session and the entry stay.
const signIns = [
  sql`
  create function audit_session() returns trigger language plpgsql set search_path from current as $$
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
  end $$;
  create trigger audit_session after insert on session
    for each row execute function audit_session();
  `,
  createTrigger(
    'audit_session_undone',
    'after delete on session',
    sql`
    if audit_caller() ->> 'path' = '/sign-in/email' and old."createdAt" > now() - interval '1 minute' then
      delete from audit_entries where target_type = 'session' and target_id = old.id
        and org_id in (select "organizationId" from member where "userId" = old."userId");
    end if;`,
  ),
]

// If an account is deleted, the ends of its memberships are recorded instead.
const accountTriggers = [
  createTrigger(
    'audit_password_changed',
    'after update of password on account for each row when (new.password is distinct from old.password)',
    sql`
    perform record_account_audit(new."userId", 'password.changed', 'user', new."userId",
      (select name from "user" where id = new."userId"), '{}');`,
  ),
  createTrigger(
    'audit_email_changed',
    'after update of email on "user" for each row when (new.email is distinct from old.email)',
    sql`
    perform record_account_audit(new.id, 'email.changed', 'user', new.id, new.name,
      jsonb_build_object('from', old.email, 'to', new.email));`,
  ),
  createTrigger(
    'audit_two_factor',
    `after update of "twoFactorEnabled" on "user" for each row
      when (new."twoFactorEnabled" is distinct from old."twoFactorEnabled")`,
    sql`
    perform record_account_audit(new.id,
      case when new."twoFactorEnabled" then 'two_factor.enabled' else 'two_factor.disabled' end,
      'user', new.id, new.name, '{}');`,
  ),
  createTrigger(
    'audit_passkey_added',
    'after insert on passkey',
    sql`
    perform record_account_audit(new."userId", 'passkey.added', 'passkey', new.id, new.name, '{}');`,
  ),
  createTrigger(
    'audit_passkey_removed',
    'after delete on passkey',
    sql`
    perform record_account_audit(old."userId", 'passkey.removed', 'passkey', old.id, old.name, '{}');`,
  ),
  createTrigger(
    'audit_provider_linked',
    `after insert on account for each row when (new."providerId" <> 'credential')`,
    sql`
    perform record_account_audit(new."userId", 'sign_in_provider.linked', 'account', new.id,
      new."providerId", '{}');`,
  ),
  createTrigger(
    'audit_provider_unlinked',
    `after delete on account for each row when (old."providerId" <> 'credential')`,
    sql`
    if exists (select from "user" where id = old."userId") then
      perform record_account_audit(old."userId", 'sign_in_provider.unlinked', 'account', old.id,
        old."providerId", '{}');
    end if;`,
  ),
]

/**
 * The audit log. Triggers record actions on better-auth's tables, so the entry commits with the
 * change, whichever code made it. `atrium.caller` holds the caller of the request
 * (`audit/attributed-database.ts`).
 */
export const audit: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [recording, ...organisationTriggers, ...signIns, ...accountTriggers]
    for (const statement of statements) await statement.execute(db)
  },
}
