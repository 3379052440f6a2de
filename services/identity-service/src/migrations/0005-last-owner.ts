import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Keeps at least one owner in every org. The trigger is needed because better-auth counts owners
 * before it writes, so two owners could leave at once. It locks the org's row.
 */
export const lastOwner: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create function owner_leaving() returns trigger language plpgsql set search_path from current as $$
    begin
      perform from organization where id = old."organizationId" for update;
      if found and not exists (
        select from member where "organizationId" = old."organizationId" and role = 'owner' and id <> old.id
      ) then
        raise exception 'an organisation keeps an owner' using errcode = 'check_violation';
      end if;
      return case tg_op when 'DELETE' then old else new end;
    end $$`.execute(db)
    await sql`create trigger owner_deleted before delete on member
      for each row when (old.role = 'owner') execute function owner_leaving()`.execute(db)
    await sql`create trigger owner_lowered before update of role on member
      for each row when (old.role = 'owner' and new.role <> 'owner') execute function owner_leaving()`.execute(
      db,
    )
  },
}
