import type { Db, Transaction } from '../database.ts'

/** Returns the record id for a key, or undefined. */
export const findKeyedRecord = async (db: Db, orgId: string, key: string) =>
  (
    await db
      .selectFrom('keyed_records')
      .select('record_id')
      .where((eb) => eb.and({ org_id: orgId, key }))
      .executeTakeFirst()
  )?.record_id

/** Throws a unique violation on `keyed_records_pkey` if the key has made another record. */
export const insertKeyedRecord = (
  tx: Transaction,
  row: { org_id: string; key: string; record_id: string },
) => tx.insertInto('keyed_records').values(row).execute()
