import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { createTrigger } from './trigger.ts'

const entries = sql`
  create table activity_entries (
    id text primary key,
    org_id text not null references organization on delete cascade,
    at timestamptz(3) not null,
    kind text not null,
    actor_type text,
    actor_id text,
    actor_name text,
    target_type text not null,
    target_id text not null,
    target_name text not null,
    variant text not null default '',
    note text not null default '',
    audience text not null check (audience in ('member', 'admin', 'owner')),
    owner_id text,
    check (audience <> 'owner' or owner_id is not null)
  );
  create index activity_entries_newest on activity_entries (org_id, audience, at, id);
  create index activity_entries_own on activity_entries (org_id, audience, owner_id, at, id)
    where owner_id is not null;
  create index activity_entries_at on activity_entries (at);

  -- The kinds that every member sees. All others are for admins, because a new action may be about
  -- a secret. A decision is for the member who decided.
  create function activity_audience(action text) returns text language sql immutable as $$
    select case
      when action = 'approval.decided' then 'owner'
      when action = 'member.invited' then 'admin'
      when split_part(action, '.', 1) in ('org', 'settings', 'member', 'invoice', 'estimate',
        'credit_note', 'schedule', 'offer', 'customer', 'bank_statement', 'bank_transaction',
        'document', 'ticket', 'happening', 'seller', 'invoice_defaults', 'numbering', 'reminders')
        then 'member'
      else 'admin'
    end
  $$;

  -- Accounts have events that name their owner.
  create function listed_in_activity(entry audit_entries) returns boolean language sql immutable as $$
    select split_part(entry.action, '.', 1) <> 'channel'
      and (entry.action <> 'approval.decided' or entry.actor_type = 'user')
  $$;

  create function add_audited_activity(entry audit_entries) returns void
    language sql set search_path from current as $$
    insert into activity_entries (id, org_id, at, kind, actor_type, actor_id, actor_name,
      target_type, target_id, target_name, audience, owner_id)
    select replace(entry.id, 'aud_', 'act_'), entry.org_id, entry.at, entry.action, entry.actor_type,
      entry.actor_id, entry.actor_name, entry.target_type, entry.target_id, entry.target_name,
      activity_audience(entry.action),
      case when activity_audience(entry.action) = 'owner' then entry.actor_id end
    on conflict (id) do nothing
  $$;

  -- An entry of the audit log that is taken back or anonymised changes here, too.
  ${createTrigger(
    'activity_from_audit',
    'after insert on audit_entries',
    sql`
    if listed_in_activity(new) then
      perform add_audited_activity(new);
      perform emit_event('activity.recorded', new.org_id, '{}');
    end if;`,
  )}
  ${createTrigger(
    'activity_renamed',
    `after update of target_name on audit_entries for each row
      when (new.target_name <> old.target_name)`,
    sql`
    update activity_entries set target_name = new.target_name
    where id = replace(new.id, 'aud_', 'act_') and org_id = new.org_id;`,
  )}
  ${createTrigger(
    'activity_taken_back',
    'after delete on audit_entries',
    sql`
    delete from activity_entries where id = replace(old.id, 'aud_', 'act_') and org_id = old.org_id;`,
  )}
`

/** The recent activity: what the audit log records, and the events of all services. */
export const activity: Migration = {
  async up(db: Kysely<unknown>) {
    await entries.execute(db)
    await sql`select add_audited_activity(e) from audit_entries e where listed_in_activity(e)`.execute(
      db,
    )
  },
}
