import { type RawBuilder, sql } from 'kysely'

const validName = /^[a-z][a-z0-9-]{0,59}$/
const mark = /^\/\* prepared ([a-z0-9-]+) \*\//

/**
 * Stands at the very beginning of a statement that runs often and whose text never changes:
 * `` sql`${prepared('claim-runs')} with … ` ``. Each connection then has PostgreSQL parse it once and, after a few
 * executions, plan it once. Name its columns: a `*` breaks such a statement when a newer version adds a column.
 * A name stands for one text; PostgreSQL's client throws when it is used for another.
 */
export const prepared = (name: string): RawBuilder<unknown> => {
  if (!validName.test(name)) throw new Error(`"${name}" cannot name a statement`)
  return sql.raw(`/* prepared ${name} */`)
}

/** The name that `prepared` put before a statement. */
export const preparedName = (text: string): string | undefined =>
  text.startsWith('/* prepared ') ? mark.exec(text)?.[1] : undefined
