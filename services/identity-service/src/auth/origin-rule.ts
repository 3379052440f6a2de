import { commonErrors } from '@atrium/contracts'
import { sessionCookieOf } from '../principal/session-cookie.ts'

// The host that was asked, which the gateway states and no page of another site can choose.
function isAskedHost(origin: string, headers: Headers): boolean {
  const host = headers.get('x-forwarded-host')
  if (host === null || !URL.canParse(origin)) return false
  const { protocol, host: given } = new URL(origin)
  return URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === given
}

/**
 * Against requests that another site makes a browser send (docs/reference/http.md, "Browsers"): a change with a session cookie
 * needs a trusted `Origin`, and a foreign `Origin` is refused without one too, since a form on a foreign page
 * could sign its visitor in as somebody else. Throws `forbidden` (403). Programs send no `Origin` and no cookie.
 */
export function checkOrigin(headers: Headers, trustedOrigins: readonly string[]): void {
  const origin = headers.get('origin')
  if (origin === null && sessionCookieOf(headers.get('cookie')) === undefined) return
  if (origin !== null && (trustedOrigins.includes(origin) || isAskedHost(origin, headers))) return
  throw commonErrors.forbidden({ message: 'This origin may not do that' })
}
