import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createTrigger } from './trigger.ts'

// The ids have the format of newId('evt'): the hex digits of a version 7 UUID (RFC 9562).
const emitting = sql`
  create function new_event_id() returns text language sql volatile as $$
    select 'evt_' || encode(
      set_bit(set_bit(
        overlay(
          uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
          from 1 for 6
        ), 52, 1), 53, 1), 'hex')
  $$;
  create function emit_event(event_type text, org text, event_data jsonb) returns void
    language sql set search_path from current as $$
    insert into outbox (id, kind, org_id, type, data)
    values (new_event_id(), 'event', org, event_type, event_data)
  $$;
`

const users = createTrigger(
  'user_inserted',
  'after insert on "user"',
  sql`
    perform emit_event('user.signed_up', null, jsonb_build_object(
      'userId', new.id, 'name', new.name, 'email', new.email, 'isAdmin', new."signedUpAsAdmin"));`,
)

const organisations = sql`
  -- The first member of an organisation has created it. Everybody after that has joined.
  create function member_inserted() returns trigger language plpgsql set search_path from current as $$
  declare
    joined "user"%rowtype;
    joined_org organization%rowtype;
  begin
    if exists (select from member where "organizationId" = new."organizationId" and id <> new.id) then
      select * into joined from "user" where id = new."userId";
      perform emit_event('org.member_joined', new."organizationId", jsonb_build_object(
        'orgId', new."organizationId", 'userId', new."userId",
        'name', joined.name, 'email', joined.email, 'role', new.role));
    else
      select * into joined_org from organization where id = new."organizationId";
      perform emit_event('org.created', new."organizationId", jsonb_build_object(
        'orgId', new."organizationId", 'name', joined_org.name, 'slug', joined_org.slug,
        'ownerId', new."userId"));
    end if;
    return null;
  end $$;
  create trigger member_inserted after insert on member
    for each row execute function member_inserted();

  -- If a whole organisation is deleted, org.deleted replaces these events.
  ${createTrigger(
    'member_deleted',
    'after delete on member',
    sql`
      if exists (select from organization where id = old."organizationId") then
        perform emit_event('org.member_left', old."organizationId", jsonb_build_object(
          'orgId', old."organizationId", 'userId', old."userId"));
      end if;`,
  )}
  ${createTrigger(
    'organization_deleted',
    'after delete on organization',
    sql`
    perform emit_event('org.deleted', old.id, jsonb_build_object('orgId', old.id));`,
  )}

  -- Fires for a new invitation, and for an open one that is resent with a new date.
  create function invitation_written() returns trigger language plpgsql set search_path from current as $$
  begin
    if new.status = 'pending' then
      perform emit_event('org.member_invited', new."organizationId", jsonb_build_object(
        'orgId', new."organizationId", 'invitationId', new.id));
    end if;
    return null;
  end $$;
  create trigger invitation_inserted after insert on invitation
    for each row execute function invitation_written();
  create trigger invitation_sent_again after update of "expiresAt" on invitation
    for each row when (new."expiresAt" > old."expiresAt") execute function invitation_written();
`

const emitAccessChanged = (user: string) => sql`
    perform emit_event('user.access_changed', null, jsonb_build_object('userId', ${sql.raw(user)}));`

// A user's credential may allow less than before, so the gateway checks the user's open streams at
// once. Memberships use org.member_left and org.deleted instead. A bulk change emits one event for
// each user.
const access = [
  createTrigger(
    'sessions_ended',
    'after delete on session referencing old table as ended for each statement',
    sql`
    -- Nobody can still use an expired session.
    perform emit_event('user.access_changed', null, jsonb_build_object('userId', users."userId"))
    from (select distinct "userId" from ended where "expiresAt" > now()) users;`,
  ),
  createTrigger(
    'session_narrowed',
    `after update on session for each row when (
      -- A session without an organisation has no streams, so the first organisation changes nothing.
      coalesce(new."activeOrganizationId", '') <> old."activeOrganizationId"
      or new."expiresAt" < old."expiresAt" or new.token <> old.token)`,
    emitAccessChanged('new."userId"'),
  ),
  createTrigger(
    'keys_revoked',
    'after delete on apikey referencing old table as revoked for each statement',
    sql`
    perform emit_event('user.access_changed', null, jsonb_build_object('userId', users."creatorId"))
    from (select distinct "creatorId" from revoked
      where "expiresAt" is null or "expiresAt" > now()) users;`,
  ),
  createTrigger(
    'key_narrowed',
    `after update on apikey for each row when (
      (new.enabled, new.metadata, new."expiresAt", new.key)
      is distinct from (old.enabled, old.metadata, old."expiresAt", old.key))`,
    emitAccessChanged('new."creatorId"'),
  ),
  createTrigger(
    'member_role_changed',
    'after update of role on member for each row when (new.role <> old.role)',
    emitAccessChanged('new."userId"'),
  ),
]

/**
 * Emits events by trigger. They commit with the change, whichever better-auth code or cascade made
 * it.
 */
export const events: Migration = {
  async up(db: Kysely<unknown>) {
    for (const triggers of [emitting, users, organisations, ...access]) await triggers.execute(db)
  },
}
