import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const endOfDay = sql.raw(
  "((due_on::date + 1)::timestamp at time zone 'UTC') - interval '1 millisecond'",
)

const statements = [
  sql`create table org_time_zones (org_id text primary key, time_zone text not null)`,
  sql`alter table tasks add column due_all_day boolean not null default false`,
  sql`alter table tasks add column due_on text`,
  // All-day calendar events were due at midnight UTC.
  sql`update tasks set due_all_day = true, due_on = fields ->> 'start'
    where kind = 'calendar' and fields -> 'allDay' = 'true' and fields ->> 'start' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'
      and to_char(due_date at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') = (fields ->> 'start') || ' 00:00:00.000'`,
  sql`update tasks set due_date = ${endOfDay} where due_all_day`,
  sql`update tasks set due_on = to_char(due_date at time zone 'UTC', 'YYYY-MM-DD')
    where due_date is not null and not due_all_day`,
  sql`create function keep_due_day() returns trigger language plpgsql set search_path from current as $$
    declare
      zone text := coalesce((select z.time_zone from org_time_zones z where z.org_id = new.org_id), 'UTC');
    begin
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
  sql`create trigger tasks_due_day before insert or update of due_date, due_all_day, due_on on tasks
    for each row when (new.due_date is not null or new.due_on is not null) execute function keep_due_day()`,
]

/**
 * Adds the day on which a card is due in its organisation's zone, and a mark for cards that are due
 * all day.
 */
export const dueDays: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await statement.execute(db)
  },
}
