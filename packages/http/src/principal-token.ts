import { createSecretKey, hkdfSync } from 'node:crypto'
import { commonErrors, Principal } from '@atrium/contracts'
import { z } from 'zod'
import { signHs256, verifyHs256 } from './hs256.ts'

/** The internal header that states the caller; the gateway strips a client's own copy. */
export const principalHeader = 'x-atrium-principal'
const audience = 'atrium-services'
const lifetimeSeconds = 60

const Claims = z.object({ aud: z.literal(audience), exp: z.number(), p: Principal })

export interface PrincipalTokens {
  /** A token that states the principal for one minute. */
  sign(principal: Principal): string
  /** The principal of a token. Throws `invalid_credentials` when it is forged, expired or malformed. */
  verify(token: string): Principal
}

/**
 * Signs and verifies principal tokens (JWT, HS256) with a key that HKDF-SHA256 derives from
 * `AUTH_SESSION_SECRET`, so that the session secret itself signs nothing else.
 */
export function createPrincipalTokens(sessionSecret: string): PrincipalTokens {
  const derived = hkdfSync('sha256', sessionSecret, 'atrium', 'principal-token', 32)
  const key = createSecretKey(new Uint8Array(derived))
  return {
    sign: (principal) =>
      signHs256({ aud: audience, exp: Math.floor(Date.now() / 1_000) + lifetimeSeconds, p: principal }, key),
    verify(token) {
      const claims = Claims.safeParse(verifyHs256(token, key))
      if (!claims.success || claims.data.exp * 1_000 <= Date.now()) throw commonErrors.invalid_credentials()
      return claims.data.p
    },
  }
}
