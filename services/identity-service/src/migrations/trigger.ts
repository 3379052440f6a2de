import { sql } from 'kysely'

/** The function of a trigger and the trigger itself; `when` is for each row unless it says so with its condition. */
export function trigger(name: string, when: string, body: ReturnType<typeof sql>) {
  const timing = sql.raw(when.includes('for each row') ? when : `${when} for each row`)
  return [
    sql`create function ${sql.ref(name)}() returns trigger language plpgsql set search_path from current as $$
    begin ${body}
      return null;
    end $$`,
    sql`create trigger ${sql.ref(name)} ${timing} execute function ${sql.ref(name)}()`,
  ]
}
