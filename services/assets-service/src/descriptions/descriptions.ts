import { ReadAltTexts } from '@atrium/contracts'
import { type RpcHandler, rpcHandler } from '@atrium/messaging'
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

/** Returns the alternative texts of an org's files for other services, by key. */
export const altTextsRpc = ({ db }: Pick<Deps, 'db'>): RpcHandler =>
  rpcHandler(ReadAltTexts, async ({ orgId, keys }) => {
    const texts = [...(await findDescriptions(db, orgId, keys))].map(
      ([key, { altText }]) => [key, altText] as const,
    )
    return { altTexts: Object.fromEntries(texts.filter(([, text]) => text !== '')) }
  })

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
