import type { IncomingMessage } from 'node:http'
import { commonErrors } from '@atrium/contracts'
import { readHeader } from '@atrium/http'
import { readSessionCookie } from './session-cookie.ts'

export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'session'; readonly cookie: string }
  | { readonly kind: 'api-key'; readonly key: string }
  | { readonly kind: 'access-token'; readonly token: string }

export const isKeyAsBearer = (header: string): boolean => /^bearer +atr_/i.test(header)

const none: Credentials = { kind: 'none' }
const keyForm = /^[\x21-\x7e]{1,512}$/

/**
 * Reads the credentials of a request. An API key takes precedence over a cookie. Any other
 * `Authorization` header is ignored. Throws `invalid_credentials`.
 */
export function readCredentials(request: IncomingMessage): Credentials {
  const key = readHeader(request, 'x-api-key')
  if (key !== undefined) {
    if (!keyForm.test(key)) throw commonErrors.invalid_credentials()
    return { kind: 'api-key', key }
  }
  const bearer = readHeader(request, 'authorization')
  if (bearer !== undefined && isKeyAsBearer(bearer)) return readBearer(request)
  const session = readSessionCookie(request.headers.cookie)
  if (session.kind === 'malformed') throw commonErrors.invalid_credentials()
  return session.kind === 'absent' ? none : { kind: 'session', cookie: session.value }
}

const bearerForm = /^bearer +([\x21-\x7e]{1,512})$/i
const ofApiKeys = 'atr_'

/**
 * Returns an assistant's access token or API key. Throws `unauthenticated` and
 * `invalid_credentials`.
 */
export function readBearer(
  request: IncomingMessage,
): Exclude<Credentials, { kind: 'none' | 'session' }> {
  const header = readHeader(request, 'authorization')
  const key = readHeader(request, 'x-api-key')
  if (header === undefined && key === undefined) throw commonErrors.unauthenticated()
  const value = header === undefined ? key : bearerForm.exec(header)?.[1]
  if (value === undefined || !keyForm.test(value)) throw commonErrors.invalid_credentials()
  return header === undefined || value.startsWith(ofApiKeys)
    ? { kind: 'api-key', key: value }
    : { kind: 'access-token', token: value }
}
