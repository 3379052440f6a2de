import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { deleteUser } from './account.db.ts'

/**
 * Deletes an account and its data. The database rejects the deletion if an org would lose its last
 * owner.
 */
export const removeAccount = async (
  { attributedDb: db, logger }: Pick<Deps, 'attributedDb' | 'logger'>,
  userId: string,
) => {
  await inTransaction(db, undefined, (tx) => deleteUser(tx, userId))
  logger.info({ user: userId }, '[account] an account is deleted')
}
