import { commonErrors } from '@atrium/contracts'
import { readSessionCookie } from '../../principal/session-cookie.ts'

// The gateway sets `x-forwarded-host`. A page on another site cannot choose it.
function isAskedHost(origin: string, headers: Headers): boolean {
  const host = headers.get('x-forwarded-host')
  if (host === null || !URL.canParse(origin)) return false
  const { protocol, host: given } = new URL(origin)
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === given
}

/**
 * Rejects requests that another site makes a browser send (docs/reference/http.md, "Browsers"). A
 * request with a session cookie needs a trusted `Origin`. A foreign `Origin` is rejected even
 * without a cookie, because a form on a foreign page could sign its visitor in as somebody else.
 * Programs send neither `Origin` nor cookie. Throws `forbidden` (403).
 */
export function checkOrigin(headers: Headers, trustedOrigins: readonly string[]): void {
  const origin = headers.get('origin')
  if (origin === null && readSessionCookie(headers.get('cookie')) === undefined) return
  if (origin !== null && (trustedOrigins.includes(origin) || isAskedHost(origin, headers))) return
  throw commonErrors.forbidden({ message: 'This website is not allowed to do this' })
}
