import { inTransaction } from '@atrium/database'
import { APIError } from 'better-auth/api'
import { jwtVerify } from 'jose'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type HookContext, refuse, requireCaller } from '../../guards/hook-context.ts'
import { resolvePrincipals } from '../../principal/resolve-principals.ts'
import { readSessionCookie } from '../../principal/session-cookie.ts'
import { endOtherAccess } from '../access.db.ts'

const signInFirst = {
  code: 'SIGN_IN_FIRST',
  message: 'Sign in with this address, then open the link again',
}

/**
 * Requires more than the mail link before an operator's address counts as verified. Anybody may
 * sign up with an unused address. If the address's owner opens the mail, a stranger's account must
 * not become an operator. So the link works only in a session of this very account, and all other
 * access to the account then ends. The password stays, because the owner of the mailbox can reset
 * it. For other addresses the link is enough.
 */
export const proveAddress =
  (deps: Deps) =>
  async (user: { id: string; email: string }, request?: Request): Promise<void> => {
    if (!(await provesAddress(deps, user, request))) throw refusal(request)
  }

async function provesAddress(
  deps: Deps,
  user: { id: string; email: string },
  request: Request | undefined,
) {
  if (!deps.config.isListed(user.email)) return true
  const sessionCookie = readSessionCookie(request?.headers.get('cookie'))
  const { resolved } = await resolvePrincipals(deps, { credentials: [{ sessionCookie }] })
  const principal = resolved[0]?.outcome === 'authenticated' ? resolved[0].principal : undefined
  if (principal?.userId !== user.id) return false
  const sessionId = principal.credentialId
  await inTransaction(deps.db, undefined, (tx) =>
    endOtherAccess(tx, { userId: user.id, sessionId }),
  )
  return true
}

const Link = z.object({ token: z.string() })
const Change = z.object({
  requestType: z.literal('change-email-verification'),
  updateTo: z.string(),
  userId: z.string(),
})

/**
 * Applies the rule of `proveAddress` when an account changes its address to an operator's. Throws
 * 401.
 */
export async function checkChangedAddress(deps: Deps, context: HookContext): Promise<void> {
  const link = Link.safeParse(context.query)
  if (!link.success) return
  const secret = new TextEncoder().encode(deps.config.secret)
  const payload = await jwtVerify(link.data.token, secret, { algorithms: ['HS256'] }).then(
    (verified) => verified.payload,
    () => undefined,
  )
  const change = Change.safeParse(payload)
  if (!change.success) return
  const { userId: id, updateTo: email } = change.data
  // Does not redirect, because better-auth has not checked the page in the link yet.
  if (!(await provesAddress(deps, { id, email }, context.request))) {
    throw refuse('UNAUTHORIZED', signInFirst.code, signInFirst.message)
  }
}

// Redirects to the page in the link, as better-auth's own errors do. better-auth has checked that
// page.
function refusal(request: Request | undefined): APIError {
  const page = request === undefined ? null : new URL(request.url).searchParams.get('callbackURL')
  if (!page) return refuse('UNAUTHORIZED', signInFirst.code, signInFirst.message)
  const location = `${page}${page.includes('?') ? '&' : '?'}error=${signInFirst.code}`
  return new APIError('FOUND', undefined, { location })
}

/** Rejects a passkey for an operator's unverified address. Throws 401 and 403. */
export async function checkPasskeyOwner(deps: Deps, context: HookContext): Promise<void> {
  const { email, emailVerified } = await requireCaller(context)
  if (deps.config.isTrusted({ emailVerified }) || !deps.config.isListed(email)) return
  throw refuse('FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'Confirm your address first')
}
