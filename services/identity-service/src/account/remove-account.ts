import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { deleteUser } from './account.db.ts'

/**
 * Removes an account for a caller whom better-auth has found to be its user: memberships, sessions, keys, passkeys and
 * settings end with it. The database refuses the last owner of an org (`member_last_owner`).
 */
export const removeAccount = async (
  { attributedDb: db, logger }: Pick<Deps, 'attributedDb' | 'logger'>,
  userId: string,
) => {
  await inTransaction(db, undefined, (tx) => deleteUser(tx, userId))
  logger.info({ user: userId }, '[account] an account is deleted')
}
