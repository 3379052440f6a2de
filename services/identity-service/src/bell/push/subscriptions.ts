import { commonErrors, type Principal, type PushSubscription } from '@atrium/contracts'
import { inTransaction, isForeignKeyViolation } from '@atrium/database'
import type { Ctx, Deps } from '../../deps.ts'
import { requireSession } from '../settings.ts'
import { deleteOldestSubscriptions, deleteSubscription, putSubscription } from './push.db.ts'

const mostSubscriptions = 20

/** Returns the key that a browser subscribes with. Throws 403 without a session. */
export function getPushKey(
  { config }: Pick<Deps, 'config'>,
  { principal }: Ctx<Principal>,
): { publicKey: string | null } {
  requireSession(principal)
  return { publicKey: config.push?.publicKey ?? null }
}

/**
 * Sends the caller's notifications to a browser until its session ends. Throws 403 without a
 * session, and `not_configured` (400) if push is not set up.
 */
export async function subscribe(
  { db, config, newId }: Pick<Deps, 'db' | 'config' | 'newId'>,
  { principal }: Ctx<Principal>,
  { endpoint, keys }: PushSubscription,
): Promise<void> {
  requireSession(principal)
  if (config.push === undefined)
    throw commonErrors.not_configured({ message: 'Push notifications are not set up' })
  const { userId, credentialId } = principal
  const own = { user_id: userId, session_id: credentialId }
  await inTransaction(db, undefined, async (tx) => {
    await putSubscription(tx, { id: newId('psh'), ...own, endpoint, ...keys })
    await deleteOldestSubscriptions(tx, userId, mostSubscriptions)
  }).catch((error: unknown) => {
    // The session ended meanwhile.
    throw isForeignKeyViolation(error) ? commonErrors.unauthenticated() : error
  })
}

/** Sends nothing more to a browser. Throws 403 without a session. */
export async function unsubscribe(
  { db }: Pick<Deps, 'db'>,
  { principal }: Ctx<Principal>,
  endpoint: string,
): Promise<void> {
  requireSession(principal)
  await inTransaction(db, undefined, (tx) => deleteSubscription(tx, principal.userId, endpoint))
}
