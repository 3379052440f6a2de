import { sessionCookieName, sessionLifetime } from '../auth/cookies.ts'
import type { Deps } from '../deps.ts'
import { signedCookieValue } from './credentials.ts'
import { prolongSession } from './principal.db.ts'

// A session lasts a week from its last prolongation, which is due once a day. Browsers get theirs, cookie and
// row, from `GET /api/me` or better-auth's `get-session`; a caller that uses neither has the row alone
// prolonged, three days later, so that the browser's cookie is not left behind.

/** Prolongs a session and returns the `Set-Cookie` that goes with it; undefined when it has just ended. */
export async function prolongWithCookie(deps: Deps, sessionId: string): Promise<string | undefined> {
  const token = await prolongSession(deps.pool, sessionId, sessionLifetime.expiresIn)
  if (token === undefined) return undefined
  const value = signedCookieValue(token, deps.config.secret)
  const secure = deps.config.production ? '; Secure' : ''
  return `${sessionCookieName}=${value}; Max-Age=${sessionLifetime.expiresIn}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

/** Prolongs a session without anybody waiting for it. */
export function prolongLater(deps: Deps, sessionId: string): void {
  prolongSession(deps.pool, sessionId, sessionLifetime.expiresIn).catch((error: unknown) =>
    deps.logger.warn({ err: error }, '[auth] a session could not be prolonged'),
  )
}
