import { sql } from 'kysely'

/**
 * Returns the statements for a trigger and its function. The trigger runs for each row unless
 * `when` contains a `for each`.
 */
export function trigger(name: string, when: string, body: ReturnType<typeof sql>) {
  const timing = sql.raw(when.includes('for each') ? when : `${when} for each row`)
  return [
    sql`create function ${sql.ref(name)}() returns trigger language plpgsql set search_path from current as $$
    begin ${body}
      return null;
    end $$`,
    sql`create trigger ${sql.ref(name)} ${timing} execute function ${sql.ref(name)}()`,
  ]
}
