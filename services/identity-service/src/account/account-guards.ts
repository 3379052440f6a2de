import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type HookContext, parseOrRefuse, refuse, requireCaller } from '../guards/hook-context.ts'
import { hasPassword, listLiveSessions } from './account.db.ts'

export const NewAddress = z.object({
  newEmail: z.string().max(254),
  callbackURL: z.string().max(2_048).optional(),
})
const Removal = z.object({ password: z.string().max(128).optional() }).nullish()

/** Requires the password of an account that has one; better-auth verifies it, and takes a fresh session otherwise. */
export async function checkRemovedAccount(deps: Deps, context: HookContext): Promise<void> {
  const password = parseOrRefuse(Removal, context.body)?.password ?? ''
  const { userId } = await requireCaller(context)
  if (password !== '' || !(await hasPassword(deps.db, userId))) return
  throw refuse('BAD_REQUEST', 'VALIDATION_ERROR', 'password: Enter your password')
}

/** The sessions of the caller with their devices; better-auth would refuse a session that is older than a day. */
export async function listSessions(deps: Deps, context: HookContext) {
  const { userId, sessionId } = await requireCaller(context)
  const sessions = await listLiveSessions(deps.db, userId)
  return sessions.map((session) => ({ ...session, current: session.id === sessionId }))
}
