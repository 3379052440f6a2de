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
  deleteOldDescriptions,
  lockDescription,
  searchDescriptions,
  updateDescription,
} from './descriptions.db.ts'

/** The description of each of these files of an org, by key. */
export async function readDescriptions(
  { db }: Pick<Deps, 'db'>,
  orgId: string,
  keys: readonly string[],
): Promise<(key: string) => Description> {
  const found = await findDescriptions(db, orgId, keys)
  return (key) => found.get(key) ?? noDescription
}

/** Gives a stored file its name. A file that has a description keeps it, and one whose name says nothing needs none. */
export async function nameFile(
  { db }: Pick<Deps, 'db'>,
  orgId: string,
  { key, name }: { key: string; name: string | undefined },
): Promise<void> {
  if (name !== undefined) await insertDescription(db, orgId, { key }, { ...noDescription, name })
}

/** Removes what a deleted file was called. */
export const forgetFile = (db: Db | Transaction, orgId: string, key: string): Promise<void> =>
  deleteDescriptions(db, orgId, [key])
