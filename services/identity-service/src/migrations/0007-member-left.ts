import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Says that a member is gone, whichever way; of a purged org `org.deleted` says it for all of them. */
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
