import { createSecretKey, hkdfSync } from 'node:crypto'
import { commonErrors, Principal } from '@atrium/contracts'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Logger } from 'pino'
import { z } from 'zod'

/** The internal header that carries the principal. The gateway removes a client's own copy. */
export const principalHeader = 'x-atrium-principal'

/**
 * The origin at which a visitor reads a public page, if it is an organisation's own domain. Only the
 * gateway sets it.
 */
export const publicOriginHeader = 'x-atrium-public-origin'
const lifetimeSeconds = 60
const longestToken = 4_096

const Claims = z.object({ p: Principal })

export interface PrincipalTokens {
  /** Signs a token that carries the principal to this service and expires after one minute. */
  sign(principal: Principal): Promise<string>
  /**
   * Returns a token's principal. Throws `invalid_credentials` if the token is expired or belongs to
   * another service or key.
   */
  verify(token: string): Promise<Principal>
}

/**
 * Derives the 32 bytes that sign principal tokens for one service from `AUTH_SESSION_SECRET` (ADR
 * 0003).
 */
export const principalKey = (sessionSecret: string, service: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', sessionSecret, 'atrium', `principal-token:${service}`, 32))

/**
 * Creates a signer and verifier of principal tokens for one service (JWT, HS256). The `previous`
 * key still verifies.
 */
export function createPrincipalTokens(
  service: string,
  key: Uint8Array,
  previous?: Uint8Array | undefined,
): PrincipalTokens {
  const current = imported(key)
  const accepted = previous === undefined ? [current] : [current, imported(previous)]
  const options = { algorithms: ['HS256'], audience: service, requiredClaims: ['exp'] }
  return {
    sign: (principal) =>
      new SignJWT({ p: principal })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(service)
        .setExpirationTime(Math.floor(Date.now() / 1_000) + lifetimeSeconds)
        .sign(current),
    async verify(token) {
      if (token.length > longestToken) throw commonErrors.invalid_credentials()
      for (const each of accepted) {
        const claims = Claims.safeParse(await verifyPayload(token, each, options))
        if (claims.success) return claims.data.p
      }
      throw commonErrors.invalid_credentials()
    },
  }
}

/** Creates a service's principal tokens with the key derived from `AUTH_SESSION_SECRET`. */
export const derivedPrincipalTokens = (service: string, sessionSecret: string): PrincipalTokens =>
  createPrincipalTokens(service, principalKey(sessionSecret, service))

const warningIntervalMs = 60_000

/**
 * Warns at most once a minute about tokens that do not verify, because a service with a wrong key
 * refuses every caller.
 */
export function warnOfRefusals(
  tokens: PrincipalTokens,
  logger: Logger,
  now: () => number = Date.now,
): PrincipalTokens {
  let nextWarning = 0
  return {
    ...tokens,
    async verify(token) {
      try {
        return await tokens.verify(token)
      } catch (error) {
        if (now() >= nextWarning) {
          nextWarning = now() + warningIntervalMs
          logger.warn(
            '[principal] a caller token does not verify - PRINCIPAL_KEY is not the key of this service under the AUTH_SESSION_SECRET of the gateway, or the clocks differ',
          )
        }
        throw error
      }
    },
  }
}

// Imports the key once, because `jose` would import the bytes on every call.
const imported = (key: Uint8Array) =>
  createSecretKey(key).toCryptoKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])

async function verifyPayload(
  ...[token, key, options]: Parameters<typeof jwtVerify>
): Promise<unknown> {
  try {
    return (await jwtVerify(token, key, options)).payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
