import { sql } from 'kysely'
import type { Db } from '../database.ts'

export interface SealedColumn {
  table: 'webhook_endpoints' | 'credentials' | 'hook_secrets'
  column: 'secret' | 'previous_secret'
}

/** Returns the encrypted values with ids above `after`, ordered by id. */
export async function pageOfSealed(
  db: Db,
  { table, column }: SealedColumn,
  after: string,
  limit: number,
) {
  const { rows } = await sql<{ id: string; sealed: string }>`
    select id, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where id > ${after} and ${sql.ref(column)} is not null order by id limit ${limit}`.execute(db)
  return rows
}

/** Replaces an encrypted value unless it has changed meanwhile. */
export const replaceSealed = (
  db: Db,
  { table, column }: SealedColumn,
  { id, from, to }: { id: string; from: string; to: string },
) =>
  sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to}
    where id = ${id} and ${sql.ref(column)} = ${from}`.execute(db)
