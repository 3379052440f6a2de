import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { type HookContext, parseOrRefuse, refuse, requireCaller } from '../guards/hook-context.ts'
import { hasPassword, listLiveSessions } from './account.db.ts'

export const NewAddress = z.object({
  newEmail: z.string().max(254),
  callbackURL: z.string().max(2_048).optional(),
})
const Removal = z.object({ password: z.string().max(128).optional() }).nullish()

/**
 * Throws 400 if an account with a password is deleted without one. better-auth then verifies the
 * password. For an account without a password, better-auth requires a fresh session.
 */
export async function checkRemovedAccount(deps: Deps, context: HookContext): Promise<void> {
  const password = parseOrRefuse(Removal, context.body)?.password ?? ''
  const { userId } = await requireCaller(context)
  if (password !== '' || !(await hasPassword(deps.db, userId))) return
  throw refuse('BAD_REQUEST', 'VALIDATION_ERROR', 'password: Enter your password')
}

/**
 * Lists the user's sessions with their devices. This replaces better-auth's own handler because
 * better-auth rejects the request if the session is older than a day.
 */
export async function listSessions(deps: Deps, context: HookContext) {
  const { userId, sessionId } = await requireCaller(context)
  const sessions = await listLiveSessions(deps.db, userId)
  return sessions.map((session) => ({ ...session, current: session.id === sessionId }))
}
