import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Records who created an organisation, because an account creates at most five. Rows of deleted
 * organisations stay for a day. Otherwise an account could delete and create organisations to get
 * fresh daily limits.
 */
export const orgCreations: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  sql`create table org_creations (
    org_id text primary key,
    user_id text not null references "user" (id) on delete cascade,
    created_at timestamptz(3) not null default now()
  )`,
  sql`create index org_creations_of_user on org_creations (user_id, created_at)`,
  sql`insert into org_creations
    select distinct on (m."organizationId") m."organizationId", m."userId", m."createdAt"
    from member m where m.role = 'owner' order by m."organizationId", m."createdAt", m.id`,
  sql`create function created_orgs(creator text) returns table (living bigint, today bigint)
    language sql stable set search_path from current as $$
      select count(o.id), count(*) filter (where c.created_at > now() - interval '24 hours')
      from org_creations c left join organization o on o.id = c.org_id where c.user_id = creator
    $$`,
  // The first member of an organisation is its creator. The lock makes concurrent creations count
  // each other.
  sql`create function org_creating() returns trigger language plpgsql set search_path from current as $$
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
  end $$`,
  sql`create trigger org_creating after insert on member
    for each row when (new.role = 'owner') execute function org_creating()`,
]
