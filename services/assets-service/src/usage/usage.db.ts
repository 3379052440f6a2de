import type { Usage } from '@atrium/blob-store'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

export interface UsageChange {
  readonly key: string
  readonly orgId: string
  readonly kind: 'put' | 'delete'
  readonly bytes: number
}

export async function findUsage(db: Db, orgId: string): Promise<Usage | undefined> {
  return await db
    .selectFrom('org_usage')
    .select((row) => [
      row.cast<number>('bytes', 'float8').as('bytes'),
      row.cast<number>('count', 'float8').as('count'),
    ])
    .where('org_id', '=', orgId)
    .where('counted_at', 'is not', null)
    .executeTakeFirst()
}

export interface UsageWithChanges {
  readonly usage: Usage
  readonly changes: readonly UsageChange[]
}

/**
 * Returns an org's counter and the changes that it lacks. Uses one statement, because a change may
 * settle between two.
 */
export async function findUsageWithChanges(
  db: Db,
  orgId: string,
): Promise<UsageWithChanges | undefined> {
  const rows = await db
    .selectFrom('org_usage')
    .leftJoin('usage_changes', 'usage_changes.org_id', 'org_usage.org_id')
    .select((row) => [
      row.cast<number>('org_usage.bytes', 'float8').as('bytes'),
      row.cast<number>('org_usage.count', 'float8').as('count'),
      'usage_changes.key',
      'usage_changes.kind',
      'usage_changes.bytes as changedBytes',
    ])
    .where('org_usage.org_id', '=', orgId)
    .where('org_usage.counted_at', 'is not', null)
    .execute()
  const [first] = rows
  if (first === undefined) return undefined
  const changes = rows.flatMap(({ key, kind, changedBytes: bytes }) =>
    key === null || kind === null || bytes === null ? [] : [{ key, orgId, kind, bytes }],
  )
  return { usage: { bytes: first.bytes, count: first.count }, changes }
}

/** Returns a version that grows whenever a blob of the org is stored or deleted. Starts at 0. */
export async function findUsageVersion(db: Db, orgId: string): Promise<number> {
  const row = await db
    .selectFrom('org_usage')
    .select((found) => found.cast<number>('version', 'float8').as('version'))
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Creates the org's row if it does not exist. A new row needs a count. */
export async function ensureUsageRow(db: Db, orgId: string): Promise<void> {
  await db
    .insertInto('org_usage')
    .values({ org_id: orgId, counted_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locks the org's counter. No change of the org begins or settles until the transaction ends. */
export async function lockUsage(tx: Transaction, orgId: string): Promise<void> {
  await tx
    .selectFrom('org_usage')
    .select('org_id')
    .where('org_id', '=', orgId)
    .forUpdate()
    .execute()
}

/**
 * Records a change before its write. Waits while the counter is locked. Returns false if another
 * change of the blob is in progress.
 */
export async function insertChange(db: Db, change: UsageChange): Promise<boolean> {
  const inserted = await db
    .insertInto('usage_changes')
    .values({ key: change.key, org_id: change.orgId, kind: change.kind, bytes: change.bytes })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Deletes a recorded change. Returns false if another process has settled it. */
export async function deleteChange(db: Db, orgId: string, key: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('usage_changes')
    .where('org_id', '=', orgId)
    .where('key', '=', key)
    .returning('key')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function addToUsage(tx: Transaction, orgId: string, bytes: number, count: number) {
  await tx
    .updateTable('org_usage')
    .set((row) => ({
      bytes: row('bytes', '+', bytes),
      count: row('count', '+', count),
      version: row('version', '+', 1),
    }))
    .where('org_id', '=', orgId)
    .execute()
}

/** Marks the org's counter as unreliable until the next count. */
export async function distrustUsage(db: Db, orgId: string): Promise<void> {
  await db
    .updateTable('org_usage')
    .set((row) => ({ counted_at: null, version: row('version', '+', 1) }))
    .where('org_id', '=', orgId)
    .execute()
}

export async function replaceUsage(tx: Transaction, orgId: string, usage: Usage): Promise<void> {
  await tx
    .updateTable('org_usage')
    .set({ bytes: usage.bytes, count: usage.count, counted_at: sql<Date>`clock_timestamp()` })
    .where('org_id', '=', orgId)
    .execute()
}

export async function changesUnderWay(tx: Transaction, orgId: string): Promise<UsageChange[]> {
  return await tx
    .selectFrom('usage_changes')
    .select(['key', 'org_id as orgId', 'kind', 'bytes'])
    .where('org_id', '=', orgId)
    .execute()
}

/** Returns changes that began at least `olderThanSeconds` ago, oldest first. */
export async function staleChanges(
  db: Db,
  olderThanSeconds: number,
  limit: number,
): Promise<UsageChange[]> {
  return await db
    .selectFrom('usage_changes')
    .select(['key', 'org_id as orgId', 'kind', 'bytes'])
    .where('begun_at', '<', sql<Date>`now() - make_interval(secs => ${olderThanSeconds})`)
    .orderBy('begun_at')
    .limit(limit)
    .execute()
}

/**
 * Returns orgs whose last count is older than `olderThanSeconds`. Orgs without a count come first.
 */
export async function orgsToCount(
  db: Db,
  olderThanSeconds: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('org_usage')
    .select('org_id')
    .where((row) =>
      row.or([
        row('counted_at', 'is', null),
        row('counted_at', '<', sql<Date>`now() - make_interval(secs => ${olderThanSeconds})`),
      ]),
    )
    .orderBy('counted_at', (order) => order.asc().nullsFirst())
    .limit(limit)
    .execute()
  return rows.map((row) => row.org_id)
}
