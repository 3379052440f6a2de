import type { IncomingMessage } from 'node:http'
import { commonErrors } from '@atrium/contracts'
import { headerOf } from '@atrium/http'
import { sessionCookieOf } from './session-cookie.ts'

/** The credentials of a request. */
export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'session'; readonly cookie: string }
  | { readonly kind: 'api-key'; readonly key: string }

const none: Credentials = { kind: 'none' }
const keyForm = /^[\x21-\x7e]{1,512}$/

/**
 * The credential of a request. A deliberate API key wins over the cookie that a browser adds. Throws
 * `invalid_credentials` for a malformed or empty one.
 */
export function credentialsOf(request: IncomingMessage): Credentials {
  const key = headerOf(request, 'x-api-key')
  if (key !== undefined) {
    if (!keyForm.test(key)) throw commonErrors.invalid_credentials()
    return { kind: 'api-key', key }
  }
  const session = sessionCookieOf(request.headers.cookie)
  if (session.kind === 'malformed') throw commonErrors.invalid_credentials()
  return session.kind === 'absent' ? none : { kind: 'session', cookie: session.value }
}
