import { hkdfSync } from 'node:crypto'
import { commonErrors, Principal } from '@atrium/contracts'
import { jwtVerify, SignJWT } from 'jose'

/** The internal header that states the caller; the gateway strips a client's own copy. */
export const principalHeader = 'x-atrium-principal'
const audience = 'atrium-services'
const lifetimeSeconds = 60

export interface PrincipalTokens {
  /** A token that states the principal for one minute. */
  sign(principal: Principal): Promise<string>
  /** The principal of a token. Throws `invalid_credentials` when it is forged, expired or malformed. */
  verify(token: string): Promise<Principal>
}

/**
 * Signs and verifies principal tokens (JWT, HS256) with a key that HKDF-SHA256 derives from
 * `AUTH_SESSION_SECRET`, so that the session secret itself signs nothing else.
 */
export async function createPrincipalTokens(sessionSecret: string): Promise<PrincipalTokens> {
  const bytes = new Uint8Array(hkdfSync('sha256', sessionSecret, 'atrium', 'principal-token', 32))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
  return {
    sign: (principal) =>
      new SignJWT({ p: principal })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(audience)
        .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeSeconds)
        .sign(key),
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, { audience, algorithms: ['HS256'] })
        return Principal.parse(payload['p'])
      } catch (cause) {
        throw commonErrors.invalid_credentials({ cause })
      }
    },
  }
}
