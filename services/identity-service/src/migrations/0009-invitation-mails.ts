import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Limits an address to five invitation mails from an org in 24 hours, counting new, cancelled and
 * resent invitations together. `mailedAt` holds the times of an invitation's mails. The error
 * detail is the wait in seconds.
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
  // Triggers for the same event run in the order of their names, so `invitation_opening` has
  // already locked the org.
  sql`create trigger invitation_opening_mail before insert on invitation
    for each row when (new.status = 'pending') execute function invitation_mailing()`,
  sql`create trigger invitation_resending before update of "expiresAt" on invitation
    for each row when (new.status = 'pending' and new."expiresAt" > old."expiresAt")
    execute function invitation_mailing()`,
]
