import { inTransaction } from '@atrium/database'
import { revokeAll } from './channels/revoke-tokens.ts'
import { forgetHomeless } from './channels/stored-channels.ts'
import type { Deps } from './deps.ts'
import { deleteExpired } from './purge.db.ts'

/** Removes everything that ran out, and channels that belong to no org. */
export async function purgeExpired(deps: Deps): Promise<void> {
  const homeless = await inTransaction(deps.db, undefined, async (tx) => {
    await deleteExpired(tx, deps.now())
    return forgetHomeless(tx)
  })
  revokeAll(deps, homeless)
}
