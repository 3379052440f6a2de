import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// The trigger is needed because better-auth counts owners before it writes, so two owners could
// leave at once. It locks the organisation's row.
const owners = sql`
  create function owner_leaving() returns trigger language plpgsql set search_path from current as $$
  begin
    perform from organization where id = old."organizationId" for update;
    if found and not exists (
      select from member where "organizationId" = old."organizationId" and role = 'owner' and id <> old.id
    ) then
      raise exception 'an organisation keeps an owner'
        using errcode = 'check_violation', constraint = 'member_last_owner';
    end if;
    return case tg_op when 'DELETE' then old else new end;
  end $$;
  create trigger owner_deleted before delete on member
    for each row when (old.role = 'owner') execute function owner_leaving();
  create trigger owner_lowered before update of role on member
    for each row when (old.role = 'owner' and new.role <> 'owner') execute function owner_leaving();
`

const orgCreations = sql`
  create function created_orgs(creator text) returns table (living bigint, today bigint)
    language sql stable set search_path from current as $$
      select count(o.id), count(*) filter (where c.created_at > now() - interval '24 hours')
      from org_creations c left join organization o on o.id = c.org_id where c.user_id = creator
    $$;

  -- The first member of an organisation is its creator. The lock makes concurrent creations count
  -- each other.
  create function org_creating() returns trigger language plpgsql set search_path from current as $$
  declare created record;
  begin
    if exists (select from member where "organizationId" = new."organizationId" and id <> new.id) then
      return null;
    end if;
    perform from "user" where id = new."userId" for no key update;
    select * into created from created_orgs(new."userId");
    if created.living >= 5 or created.today >= 10 then
      raise exception 'too many organisations' using errcode = 'check_violation', constraint = 'organization_limit';
    end if;
    insert into org_creations (org_id, user_id) values (new."organizationId", new."userId") on conflict do nothing;
    return null;
  end $$;
  create trigger org_creating after insert on member
    for each row when (new.role = 'owner') execute function org_creating();
`

// An invitation ends when its inviter loses the right to invite, for any reason. An organisation has
// at most a hundred open invitations. The triggers lock a member's row before the organisation's
// row, in the same order as a removal.
const invitations = sql`
  create function may_invite(org text, inviter text, offered text) returns boolean
    language sql stable set search_path from current as $$
    select exists (
      select from member where "organizationId" = org and "userId" = inviter
        and (role = 'owner' or (role = 'admin' and offered is distinct from 'owner')))
  $$;

  create function invitation_opening() returns trigger language plpgsql set search_path from current as $$
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
  end $$;
  create trigger invitation_opening before insert on invitation
    for each row when (new.status = 'pending') execute function invitation_opening();

  -- Does not lock the inviter's row, because a removal in progress waits for this invitation. The
  -- invitation then counts as accepted before the removal.
  create function invitation_accepted() returns trigger language plpgsql set search_path from current as $$
  begin
    if not may_invite(new."organizationId", new."inviterId", new.role) then
      raise exception 'the inviter may not invite any more'
        using errcode = 'check_violation', constraint = 'invitation_void';
    end if;
    return new;
  end $$;
  create trigger invitation_accepted before update of status on invitation
    for each row when (new.status = 'accepted') execute function invitation_accepted();

  create function inviter_changed() returns trigger language plpgsql set search_path from current as $$
  begin
    update invitation set status = 'canceled'
      where "organizationId" = old."organizationId" and "inviterId" = old."userId" and status = 'pending'
        and not may_invite("organizationId", "inviterId", role);
    return null;
  end $$;
  create trigger inviter_changed after delete or update of role on member
    for each row when (old.role <> 'member') execute function inviter_changed();

  -- Limits an address to five invitation mails from an organisation in 24 hours, counting new,
  -- cancelled and resent invitations together. The error detail is the wait in seconds.
  create function invitation_mailing() returns trigger language plpgsql set search_path from current as $$
  declare
    since timestamptz := now() - interval '24 hours';
    recent timestamptz[] := array(
      select mail from invitation, unnest("mailedAt") mail
      where "organizationId" = new."organizationId" and email = new.email and mail > since order by mail);
  begin
    if cardinality(recent) >= 5 then
      raise exception 'too many invitation mails' using errcode = 'check_violation', constraint = 'invitation_mails',
        detail = ceil(extract(epoch from recent[cardinality(recent) - 4] - since))::text;
    end if;
    new."mailedAt" := array(select mail from unnest(new."mailedAt") mail where mail > since) || now();
    return new;
  end $$;
  -- Triggers for the same event run in the order of their names, so invitation_opening has already
  -- locked the organisation.
  create trigger invitation_opening_mail before insert on invitation
    for each row when (new.status = 'pending') execute function invitation_mailing();
  create trigger invitation_resending before update of "expiresAt" on invitation
    for each row when (new.status = 'pending' and new."expiresAt" > old."expiresAt")
    execute function invitation_mailing();
`

// A new session starts in the organisation where the user acted last, or else in the one joined
// first.
const sessions = sql`
  create function session_starting() returns trigger language plpgsql set search_path from current as $$
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
  end $$;
  create trigger session_starting before insert on session
    for each row execute function session_starting();
`

/** The rules that better-auth cannot keep when requests are concurrent. */
export const members: Migration = {
  async up(db: Kysely<unknown>) {
    for (const rules of [owners, orgCreations, invitations, sessions]) await rules.execute(db)
  },
}
