import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { trigger } from './trigger.ts'

/**
 * The audit log. Triggers record actions on better-auth's tables, so the entry commits with the
 * change, whichever code made it. `atrium.caller` holds the caller of the request
 * (`audit/attributed-database.ts`).
 */
export const audit: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  sql`create table audit_entries (
    id text primary key,
    org_id text not null references organization (id) on delete cascade,
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
  )`,
  sql`create index audit_entries_newest on audit_entries (org_id, at, id)`,
  sql`create index audit_entries_by_actor on audit_entries (org_id, actor_id, at, id)`,
  sql`create index audit_entries_by_target on audit_entries (org_id, target_id, at, id)`,
  sql`create index audit_entries_by_action on audit_entries (org_id, action, at, id)`,
  sql`create index audit_entries_at on audit_entries (at)`,
  sql`create function audit_caller() returns jsonb language sql stable as $$
    select coalesce(nullif(current_setting('atrium.caller', true), '')::jsonb, '{}'::jsonb)
  $$`,
  // The actor is the given user, or else the caller if the caller is a member of the org, or else
  // the platform as 'system'. So other orgs do not see the caller when a statement reaches their
  // rows. Nothing is recorded for a deleted org.
  sql`create function record_audit(
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
  end $$`,
  // An action on an account is recorded in every org of the user.
  sql`create function record_account_audit(
    account_id text, action text, target_type text, target_id text, target_name text, detail jsonb
  ) returns void language sql set search_path from current as $$
    select record_audit("organizationId", account_id, action, target_type, target_id, target_name, detail)
    from member where "userId" = account_id
  $$`,
  ...trigger(
    'audit_session',
    'after insert on session',
    sql`
    -- A changed password goes on with the session.
    if audit_caller() ->> 'path' is distinct from '/change-password' then
      perform record_account_audit(new."userId", 'session.signed_in', 'session', new.id,
        (select name from "user" where id = new."userId"),
        jsonb_strip_nulls(jsonb_build_object('via', audit_caller() ->> 'path',
          'device', left(new."userAgent", 200))));
    end if;`,
  ),
  ...trigger(
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
  ...trigger(
    'audit_member_changed',
    'after update of role on member for each row when (new.role <> old.role)',
    sql`
    perform record_audit(new."organizationId", null, 'member.role_changed', 'member', new."userId",
      (select name from "user" where id = new."userId"),
      jsonb_build_object('from', old.role, 'to', new.role));`,
  ),
  ...trigger(
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
  ...trigger(
    'audit_invitation_inserted',
    'after insert on invitation',
    sql`
    perform record_audit(new."organizationId", new."inviterId", 'member.invited', 'invitation', new.id,
      new.email, jsonb_build_object('role', coalesce(new.role, 'member')));`,
  ),
  ...trigger(
    'audit_invitation_settled',
    `after update of status on invitation for each row
      when (new.status <> old.status and new.status in ('canceled', 'rejected'))`,
    sql`
    perform record_audit(new."organizationId",
      case new.status when 'rejected' then audit_caller() ->> 'userId' end,
      case new.status when 'rejected' then 'invitation.rejected' else 'invitation.cancelled' end,
      'invitation', new.id, new.email, '{}');`,
  ),
  ...trigger(
    'audit_consent_given',
    'after insert or update of scopes on "oauthConsent" for each row',
    sql`
    perform record_audit(new."referenceId", new."userId", 'assistant.allowed', 'grant', new.id,
      (select name from "oauthClient" where "clientId" = new."clientId"),
      jsonb_build_object('scopes', (select string_agg(scope, ' ') from jsonb_array_elements_text(new.scopes) scope)));`,
  ),
  ...trigger(
    'audit_consent_ended',
    'after delete on "oauthConsent"',
    sql`
    perform record_audit(old."referenceId", coalesce(audit_caller() ->> 'userId', old."userId"),
      'assistant.ended', 'grant', old.id,
      (select name from "oauthClient" where "clientId" = old."clientId"), '{}');`,
  ),
  ...trigger(
    'audit_org_changed',
    `after update on organization for each row
      when ((new.name, new.slug, new.logo) is distinct from (old.name, old.slug, old.logo))`,
    sql`
    perform record_audit(new.id, null, 'org.changed', 'org', new.id, new.name,
      jsonb_build_object('name', new.name, 'slug', new.slug));`,
  ),
  ...trigger(
    'audit_password_changed',
    'after update of password on account for each row when (new.password is distinct from old.password)',
    sql`
    perform record_account_audit(new."userId", 'password.changed', 'user', new."userId",
      (select name from "user" where id = new."userId"), '{}');`,
  ),
  ...trigger(
    'audit_two_factor',
    `after update of "twoFactorEnabled" on "user" for each row
      when (new."twoFactorEnabled" is distinct from old."twoFactorEnabled")`,
    sql`
    perform record_account_audit(new.id,
      case when new."twoFactorEnabled" then 'two_factor.enabled' else 'two_factor.disabled' end,
      'user', new.id, new.name, '{}');`,
  ),
  ...trigger(
    'audit_passkey_added',
    'after insert on passkey',
    sql`
    perform record_account_audit(new."userId", 'passkey.added', 'passkey', new.id, new.name, '{}');`,
  ),
  ...trigger(
    'audit_passkey_removed',
    'after delete on passkey',
    sql`
    perform record_account_audit(old."userId", 'passkey.removed', 'passkey', old.id, old.name, '{}');`,
  ),
]
