import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Emits events by trigger. They commit with the change, whichever better-auth code or cascade made
 * it. The trigger also makes the ids, in the format of `newId('evt')`: the hex digits of a version
 * 7 UUID (RFC 9562).
 */
export const events: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  sql`create function new_event_id() returns text language sql volatile as $$
    select 'evt_' || encode(
      set_bit(set_bit(
        overlay(
          uuid_send(gen_random_uuid())
          placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
          from 1 for 6
        ), 52, 1), 53, 1), 'hex')
  $$`,
  sql`create function emit_event(event_type text, org text, event_data jsonb) returns void
    language sql set search_path from current as $$
    insert into outbox (id, kind, org_id, type, data)
    values (new_event_id(), 'event', org, event_type, event_data)
  $$`,
  sql`create function user_inserted() returns trigger language plpgsql set search_path from current as $$
  begin
    perform emit_event('user.signed_up', null, jsonb_build_object(
      'userId', new.id, 'name', new.name, 'email', new.email, 'isAdmin', new."signedUpAsAdmin"));
    return null;
  end $$`,
  sql`create trigger user_inserted after insert on "user" for each row execute function user_inserted()`,
  // The first member of an org has created it. Everybody after that has joined.
  sql`create function member_inserted() returns trigger language plpgsql set search_path from current as $$
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
  end $$`,
  sql`create trigger member_inserted after insert on member
    for each row execute function member_inserted()`,
  sql`create function organization_deleted() returns trigger language plpgsql set search_path from current as $$
  begin
    perform emit_event('org.deleted', old.id, jsonb_build_object('orgId', old.id));
    return null;
  end $$`,
  sql`create trigger organization_deleted after delete on organization
    for each row execute function organization_deleted()`,
  // Fires for a new invitation, and for an open one that is resent with a new date.
  sql`create function invitation_written() returns trigger language plpgsql set search_path from current as $$
  begin
    if new.status = 'pending' then
      perform emit_event('org.member_invited', new."organizationId", jsonb_build_object(
        'orgId', new."organizationId", 'invitationId', new.id));
    end if;
    return null;
  end $$`,
  sql`create trigger invitation_inserted after insert on invitation
    for each row execute function invitation_written()`,
  sql`create trigger invitation_sent_again after update of "expiresAt" on invitation
    for each row when (new."expiresAt" > old."expiresAt") execute function invitation_written()`,
  // A new session starts in the org where the user acted last, or else in the org the user joined
  // first.
  sql`create function session_starting() returns trigger language plpgsql set search_path from current as $$
  begin
    if new."activeOrganizationId" is null then
      new."activeOrganizationId" := coalesce(
        (select session."activeOrganizationId" from session
          join member on member."organizationId" = session."activeOrganizationId"
            and member."userId" = session."userId"
          where session."userId" = new."userId" order by session."updatedAt" desc limit 1),
        (select "organizationId" from member where "userId" = new."userId" order by "createdAt", id limit 1));
    end if;
    return new;
  end $$`,
  sql`create trigger session_starting before insert on session
    for each row execute function session_starting()`,
]
