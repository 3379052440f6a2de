import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * An invitation ends when its inviter loses the right to invite, for any reason. An org has at most
 * a hundred open invitations. The triggers lock a member's row before the org's row, in the same
 * order as a removal.
 */
export const invitations: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  sql`create function may_invite(org text, inviter text, offered text) returns boolean
    language sql stable set search_path from current as $$
    select exists (
      select from member where "organizationId" = org and "userId" = inviter
        and (role = 'owner' or (role = 'admin' and offered is distinct from 'owner')))
  $$`,
  sql`create function invitation_opening() returns trigger language plpgsql set search_path from current as $$
  begin
    perform from member
      where "organizationId" = new."organizationId" and "userId" = new."inviterId" for share;
    if not may_invite(new."organizationId", new."inviterId", new.role) then
      raise exception 'the inviter may not invite' using errcode = 'check_violation', constraint = 'invitation_right';
    end if;
    perform from organization where id = new."organizationId" for no key update;
    if (select count(*) from invitation where "organizationId" = new."organizationId"
        and status = 'pending' and "expiresAt" > now()) >= 100 then
      raise exception 'too many open invitations' using errcode = 'check_violation', constraint = 'invitation_limit';
    end if;
    return new;
  end $$`,
  sql`create trigger invitation_opening before insert on invitation
    for each row when (new.status = 'pending') execute function invitation_opening()`,
  // Does not lock the inviter's row, because a removal in progress waits for this invitation. The
  // invitation then counts as accepted before the removal.
  sql`create function invitation_accepted() returns trigger language plpgsql set search_path from current as $$
  begin
    if not may_invite(new."organizationId", new."inviterId", new.role) then
      raise exception 'the inviter may not invite any more'
        using errcode = 'check_violation', constraint = 'invitation_void';
    end if;
    return new;
  end $$`,
  sql`create trigger invitation_accepted before update of status on invitation
    for each row when (new.status = 'accepted') execute function invitation_accepted()`,
  sql`create function inviter_changed() returns trigger language plpgsql set search_path from current as $$
  begin
    update invitation set status = 'canceled'
      where "organizationId" = old."organizationId" and "inviterId" = old."userId" and status = 'pending'
        and not may_invite("organizationId", "inviterId", role);
    return null;
  end $$`,
  sql`create trigger inviter_changed after delete or update of role on member
    for each row when (old.role <> 'member') execute function inviter_changed()`,
  sql`update invitation set status = 'canceled'
    where status = 'pending' and not may_invite("organizationId", "inviterId", role)`,
  // Adds a constraint name, so that the service can tell this error from other violations.
  sql`create or replace function owner_leaving() returns trigger language plpgsql set search_path from current as $$
  begin
    perform from organization where id = old."organizationId" for update;
    if found and not exists (
      select from member where "organizationId" = old."organizationId" and role = 'owner' and id <> old.id
    ) then
      raise exception 'an organisation keeps an owner'
        using errcode = 'check_violation', constraint = 'member_last_owner';
    end if;
    return case tg_op when 'DELETE' then old else new end;
  end $$`,
]
