import type { PictureSize } from '@atrium/pictures'
import type { Db, Transaction } from '../database.ts'

/** Returns the stored sizes of an org's pictures, by key. */
export async function findPictureSizes(
  db: Db,
  orgId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, PictureSize>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('picture_sizes')
    .select(['key', 'width', 'height'])
    .where('org_id', '=', orgId)
    .where('key', 'in', keys)
    .execute()
  return new Map(rows.map(({ key, width, height }) => [key, { width, height }]))
}

export async function insertPictureSize(
  db: Db,
  orgId: string,
  key: string,
  size: PictureSize,
): Promise<void> {
  await db
    .insertInto('picture_sizes')
    .values({ org_id: orgId, key, width: size.width, height: size.height })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deletePictureSize(
  db: Db | Transaction,
  orgId: string,
  key: string,
): Promise<void> {
  await db.deleteFrom('picture_sizes').where('org_id', '=', orgId).where('key', '=', key).execute()
}
