import { isUniqueViolation } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findKeyedRecord, insertKeyedRecord } from './keyed-records.db.ts'

interface Once<R> {
  orgId: string
  key: string
  /** Returns the record made earlier with the key. */
  get(id: string): Promise<R>
  /** Creates the record, and calls `keep` in the same transaction. */
  create(keep: (tx: Transaction, id: string) => Promise<void>): Promise<R>
}

/**
 * Creates a record once for an organisation's key. If several calls run at once, one creates the
 * record and the others return it.
 */
export async function createOnce<R>(
  { db }: Pick<Deps, 'db'>,
  { orgId, key, get, create }: Once<R>,
): Promise<{ record: R; created: boolean }> {
  const before = await findKeyedRecord(db, orgId, key)
  if (before !== undefined) return { record: await get(before), created: false }
  try {
    const record = await create(async (tx, id) => {
      await insertKeyedRecord(tx, { org_id: orgId, key, record_id: id })
    })
    return { record, created: true }
  } catch (error) {
    if (!isUniqueViolation(error, 'keyed_records_pkey')) throw error
    const made = await findKeyedRecord(db, orgId, key)
    if (made === undefined) throw error
    return { record: await get(made), created: false }
  }
}
