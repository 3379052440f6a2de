import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const statements = [
  // A query fails if it uses a zone that PostgreSQL does not know.
  sql`update org_time_zones set time_zone = 'UTC'
    where lower(time_zone) not in (select lower(name) from pg_timezone_names)`,
  // Transactions that write cards share this lock. A zone change takes it exclusively
  // (src/due-days).
  sql`create or replace function keep_due_day() returns trigger language plpgsql set search_path from current as $$
    declare
      zone text;
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended('due days ' || new.org_id, 0));
      zone := coalesce((select z.time_zone from org_time_zones z where z.org_id = new.org_id), 'UTC');
      if new.due_date is null then
        new.due_on := null;
        new.due_all_day := false;
      elsif new.due_all_day then
        new.due_date := ((new.due_on::date + 1)::timestamp at time zone zone) - interval '1 millisecond';
      else
        new.due_on := to_char(new.due_date at time zone zone, 'YYYY-MM-DD');
      end if;
      return new;
    end $$`,
]

/** Makes card writes and a change of their organisation's time zone take turns. */
export const zoneTurns: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
