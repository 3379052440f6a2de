import { type RawBuilder, sql } from 'kysely'

/**
 * Creates a trigger and its function. The trigger runs for each row unless `when` contains a
 * `for each`.
 */
export function createTrigger(
  name: string,
  when: string,
  body: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const timing = sql.raw(when.includes('for each') ? when : `${when} for each row`)
  return sql`
    create function ${sql.ref(name)}() returns trigger language plpgsql set search_path from current as $$
    begin ${body}
      return null;
    end $$;
    create trigger ${sql.ref(name)} ${timing} execute function ${sql.ref(name)}();
  `
}
