import { z } from 'zod'
import type { SigninProvider } from '../../config.ts'

/** The provider's id in `POST /api/auth/sign-in/social` and in its callback `/api/auth/callback/signin`. */
export const signinProviderId = 'signin'

const discoveryUrl = (issuer: string): string => `${issuer}/.well-known/openid-configuration`
const patienceMs = 3_000

/** Values from the provider's discovery document, in addition to those read by better-auth. */
export interface Discovered {
  /**
   * How the client authenticates at the token endpoint: in the form, or with HTTP Basic if the
   * provider accepts nothing else.
   */
  readonly authentication: 'basic' | 'post'
}

export const signinConfig = ({ issuer, ...client }: SigninProvider & Discovered) => ({
  ...client,
  providerId: signinProviderId,
  discoveryUrl: discoveryUrl(issuer),
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  mapProfileToUser: (profile: unknown) => toProfile(Claims.parse(profile)),
})

const text = z.string().trim().catch('')
const Claims = z.looseObject({
  email_verified: z.unknown().optional(),
  name: text,
  given_name: text,
  family_name: text,
  email: text,
})

/**
 * Maps the provider's claims to a user. `email_verified` may be the text "false", and names may be
 * missing (OpenID Connect Core 1.0, section 5.1).
 */
const toProfile = (claims: z.output<typeof Claims>) => ({
  emailVerified: claims.email_verified === true || claims.email_verified === 'true',
  name:
    claims.name ||
    [claims.given_name, claims.family_name].filter(Boolean).join(' ') ||
    addressee(claims.email),
})

const addressee = (email: string): string => email.split('@', 1)[0] ?? ''

const Discovery = z.looseObject({
  token_endpoint_auth_methods_supported: z.array(z.string()).nonempty().optional().catch(undefined),
})

/**
 * Reads the provider's discovery document. Returns undefined if the provider does not respond.
 * better-auth itself reads the endpoints only once, during its setup.
 */
export async function discover({ issuer }: SigninProvider): Promise<Discovered | undefined> {
  try {
    const response = await fetch(discoveryUrl(issuer), { signal: AbortSignal.timeout(patienceMs) })
    const document = Discovery.parse(await response.json())
    if (!response.ok) return undefined
    const methods = document.token_endpoint_auth_methods_supported ?? ['client_secret_post']
    return { authentication: methods.includes('client_secret_post') ? 'post' : 'basic' }
  } catch {
    return undefined
  }
}
