import type { MediaFacts } from '@atrium/contracts'
import type { Db, Transaction } from '../database.ts'

/** What was read from a file once. Its bytes are known to the store. */
export type MeasuredFacts = Omit<MediaFacts, 'bytes'>

/** Returns the stored facts of an org's files, by key. */
export async function findMeasuredFacts(
  db: Db,
  orgId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, MeasuredFacts>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('picture_sizes')
    .select(['key', 'width', 'height', 'duration_ms as durationMs'])
    .where('org_id', '=', orgId)
    .where('key', 'in', keys)
    .execute()
  return new Map(rows.map(({ key, ...facts }) => [key, facts]))
}

export async function insertMeasuredFacts(
  db: Db,
  orgId: string,
  key: string,
  { durationMs, ...size }: MeasuredFacts,
): Promise<void> {
  await db
    .insertInto('picture_sizes')
    .values({ org_id: orgId, key, ...size, duration_ms: durationMs })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteMeasuredFacts(
  db: Db | Transaction,
  orgId: string,
  key: string,
): Promise<void> {
  await db.deleteFrom('picture_sizes').where('org_id', '=', orgId).where('key', '=', key).execute()
}
