import { sql } from 'kysely'
import type { Transaction } from '../database.ts'

/**
 * A table with possible references to blobs. `scan` returns the keys that it refers to within the
 * org.
 */
export interface Root {
  name: string
  scan(tx: Transaction, orgId: string, keys: readonly string[]): Promise<string[]>
}

const columnRoot = (
  name: string,
  table: 'templates' | 'template_instances' | 'site_snapshots',
): Root => ({
  name,
  async scan(tx, orgId, keys) {
    const { rows } = await sql<{ key: string }>`
      select distinct key from ${sql.table(table)} root, unnest(root.asset_keys) as key
      where root.org_id = ${orgId} and root.asset_keys && ${keys}::text[] and key = any(${keys}::text[])`.execute(
      tx,
    )
    return rows.map((row) => row.key)
  },
})

/**
 * The four roots (docs/reference/assets.md, "Release", 1). Publishing roots store their keys in a
 * separate column.
 */
export const roots: readonly Root[] = [
  {
    name: 'asset_references',
    async scan(tx, orgId, keys) {
      const { rows } = await sql<{ key: string }>`
        select key from unnest(${keys}::text[]) as key where exists (
          select from asset_references r join tasks t on t.id = r.task_id
          where r.asset_key = key and t.org_id = ${orgId}
        )`.execute(tx)
      return rows.map((row) => row.key)
    },
  },
  columnRoot('template_instances.values', 'template_instances'),
  columnRoot('templates.variables and templates.markup', 'templates'),
  columnRoot('site snapshots', 'site_snapshots'),
]

/** Returns the keys with a reference in any root. Fails if one root fails. */
export async function findLive(
  tx: Transaction,
  orgId: string,
  keys: readonly string[],
  among: readonly Root[] = roots,
): Promise<Set<string>> {
  const live = new Set<string>()
  for (const root of among) {
    const unsettled = keys.filter((key) => !live.has(key))
    if (unsettled.length === 0) break
    for (const key of await root.scan(tx, orgId, unsettled)) live.add(key)
  }
  return live
}
