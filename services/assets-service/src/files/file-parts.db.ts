import { sql } from 'kysely'
import type { Db } from '../database.ts'

interface Part {
  orgId: string
  file: string
  offset: number
  bytes: Buffer
}

/** Stores a part. An existing part stays. */
export async function insertPart(db: Db, { orgId, file, offset, bytes }: Part): Promise<void> {
  await db
    .insertInto('file_parts')
    .values({ org_id: orgId, file, at_byte: offset, bytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function findParts(db: Db, orgId: string, file: string): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('file_parts')
    .select('bytes')
    .where('org_id', '=', orgId)
    .where('file', '=', file)
    .orderBy('at_byte')
    .execute()
  return rows.map(({ bytes }) => bytes)
}

export async function deleteParts(db: Db, orgId: string, file: string): Promise<void> {
  await db.deleteFrom('file_parts').where('org_id', '=', orgId).where('file', '=', file).execute()
}

/** Deletes parts of files left incomplete for an hour. */
export async function deleteOldParts(db: Db): Promise<void> {
  await db
    .deleteFrom('file_parts')
    .where('received_at', '<', sql<Date>`now() - interval '1 hour'`)
    .execute()
}
