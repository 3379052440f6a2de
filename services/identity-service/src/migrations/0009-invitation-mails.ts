import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * An address gets at most five invitation mails of an org in 24 hours, by any mix of new, cancelled and resent
 * invitations. `mailedAt` holds the times of an invitation's mails; the violation's detail is the wait in seconds.
 */
export const invitationMails: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  sql`alter table invitation add column "mailedAt" timestamptz[] not null default '{}'`,
  sql`create function invitation_mailing() returns trigger language plpgsql set search_path from current as $$
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
  end $$`,
  // Triggers of one event run by name: `invitation_opening` has locked the org before.
  sql`create trigger invitation_opening_mail before insert on invitation
    for each row when (new.status = 'pending') execute function invitation_mailing()`,
  sql`create trigger invitation_resending before update of "expiresAt" on invitation
    for each row when (new.status = 'pending' and new."expiresAt" > old."expiresAt")
    execute function invitation_mailing()`,
]
