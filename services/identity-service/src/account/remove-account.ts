import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { deleteUser } from './account.db.ts'

/** Removes an account with all that is its own. The database refuses the last owner of an org. */
export const removeAccount = async (
  { attributedDb: db, logger }: Pick<Deps, 'attributedDb' | 'logger'>,
  userId: string,
) => {
  await inTransaction(db, undefined, (tx) => deleteUser(tx, userId))
  logger.info({ user: userId }, '[account] an account is deleted')
}
