import type { IncomingMessage } from 'node:http'
import { commonErrors } from '@atrium/contracts'
import { headerOf } from '@atrium/http'
import { sessionCookieOf } from './session-cookie.ts'

/** What a request proves its caller with. */
export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'session'; readonly cookie: string }
  | { readonly kind: 'api-key'; readonly key: string }

const none: Credentials = { kind: 'none' }
const keyForm = /^[\x21-\x7e]{1,512}$/

/**
 * The credential of a request. An API key that was put there on purpose wins over a cookie that the browser adds by
 * itself. Throws `invalid_credentials` for one that cannot be good, an empty one included.
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
