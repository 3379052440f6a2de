import { posix } from 'node:path'
import { type Kysely, type RawBuilder, sql } from 'kysely'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'

/**
 * Returns which of these asset keys an organisation's rows name, anywhere in the rows. `rows`
 * selects one text column `body`. Keys are recognised by their uuid in any letter case, so no
 * encoding of an address hides one. A key too many keeps a file, but a key too few destroys one
 * (docs/reference/assets.md, "Release").
 */
export async function findNamedAssets<DB>(
  db: Kysely<DB>,
  keys: readonly string[],
  rows: RawBuilder<unknown>,
): Promise<string[]> {
  const keysByName = new Map(keys.map((key) => [posix.parse(key).name, key]))
  const found = await sql<{ uuid: string }>`
    select distinct named[1] as uuid
    from (${rows}) as record, regexp_matches(lower(record.body), ${uuid}, 'g') as named
    where named[1] = any(${[...keysByName.keys()]}::text[])`.execute(db)
  return found.rows.flatMap((row) => keysByName.get(row.uuid) ?? [])
}

/**
 * Returns SQL for `findNamedAssets` with one text per row of these tables, for one organisation.
 */
export const textsOfRows = (tables: readonly string[], orgId: string): RawBuilder<unknown> =>
  sql.join(
    tables.map(
      (table) =>
        sql`select to_jsonb(r)::text as body from ${sql.table(table)} r where r.org_id = ${orgId}`,
    ),
    sql` union all `,
  )
