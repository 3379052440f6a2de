import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

export async function findReferences(db: Db, taskIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('asset_references')
    .select('asset_key')
    .distinct()
    .where('task_id', '=', sql<string>`any(${taskIds}::text[])`)
    .execute()
  return rows.map((row) => row.asset_key)
}

/** Returns the item files in the organisation's cards. */
export async function findLiveFiles(
  db: Db,
  orgId: string,
  fileIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('asset_references as r')
    .innerJoin('tasks as t', 't.id', 'r.task_id')
    .select('r.asset_key')
    .distinct()
    .where('t.org_id', '=', orgId)
    .where('r.asset_key', '=', sql<string>`any(${fileIds}::text[])`)
    .execute()
  return rows.map((row) => row.asset_key)
}

/** Returns the asset keys from all entries in a card's timeline. */
export async function findTimelineKeys(
  tx: Transaction,
  orgId: string,
  taskId: string,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select distinct unnest(asset_keys) as key from timeline_entries
    where task_id = ${taskId} and org_id = ${orgId} and asset_keys <> '{}'`.execute(tx)
  return rows.map((row) => row.key)
}

export async function insertReferences(tx: Transaction, taskId: string, keys: readonly string[]) {
  await tx
    .insertInto('asset_references')
    .values(keys.map((asset_key) => ({ asset_key, task_id: taskId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteReferences(tx: Transaction, taskId: string, keys: readonly string[]) {
  await tx
    .deleteFrom('asset_references')
    .where('task_id', '=', taskId)
    .where('asset_key', '=', sql<string>`any(${keys}::text[])`)
    .execute()
}
