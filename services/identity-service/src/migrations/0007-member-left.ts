import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Emits `org.member_left` when a member is removed in any way. If a whole org is deleted,
 * `org.deleted` replaces these events.
 */
export const memberLeft: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create function member_deleted() returns trigger language plpgsql set search_path from current as $$
    begin
      if exists (select from organization where id = old."organizationId") then
        perform emit_event('org.member_left', old."organizationId", jsonb_build_object(
          'orgId', old."organizationId", 'userId', old."userId"));
      end if;
      return null;
    end $$`.execute(db)
    await sql`create trigger member_deleted after delete on member
      for each row execute function member_deleted()`.execute(db)
  },
}
