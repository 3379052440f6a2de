import type { Db, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import {
  type Description,
  deleteDescriptions,
  findDescriptions,
  insertDescription,
  noDescription,
} from './descriptions.db.ts'

export {
  type Description,
  lockDescription,
  searchDescriptions,
  updateDescription,
} from './descriptions.db.ts'

/**
 * Returns a look-up function for file descriptions by key. A file without one has an empty
 * description.
 */
export async function readDescriptions(
  { db }: Pick<Deps, 'db'>,
  orgId: string,
  keys: readonly string[],
): Promise<(key: string) => Description> {
  const found = await findDescriptions(db, orgId, keys)
  return (key) => found.get(key) ?? noDescription
}

/**
 * Names a stored file. Does nothing if the file already has a description or `name` is undefined.
 */
export async function nameFile(
  { db }: Pick<Deps, 'db'>,
  orgId: string,
  { key, name }: { key: string; name: string | undefined },
): Promise<void> {
  if (name !== undefined) await insertDescription(db, orgId, { key }, { ...noDescription, name })
}

export const forgetFile = (db: Db | Transaction, orgId: string, key: string): Promise<void> =>
  deleteDescriptions(db, orgId, [key])
