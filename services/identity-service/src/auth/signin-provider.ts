import { z } from 'zod'
import type { SigninProvider } from '../config.ts'

/** The provider's id in `POST /api/auth/sign-in/social` and in its callback `/api/auth/callback/signin`. */
export const signinProviderId = 'signin'

const discoveryUrl = (issuer: string): string => `${issuer}/.well-known/openid-configuration`
const patienceMs = 3_000

/** The facts of the provider's discovery document that better-auth does not read. */
export interface Discovered {
  /** The authentication of the client at the token endpoint: the form, unless the provider takes HTTP Basic only. */
  readonly authentication: 'basic' | 'post'
}

/** The OpenID client that better-auth signs people in with. */
export const signinConfig = ({ issuer, ...client }: SigninProvider & Discovered) => ({
  ...client,
  providerId: signinProviderId,
  discoveryUrl: discoveryUrl(issuer),
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
  mapProfileToUser: (profile: unknown) => personOf(Claims.parse(profile)),
})

const text = z.string().trim().catch('')
const Claims = z.looseObject({
  email_verified: z.unknown().optional(),
  name: text,
  given_name: text,
  family_name: text,
  email: text,
})

/** `email_verified` may be the text "false", and names be missing (OpenID Connect Core 1.0, 5.1). */
const personOf = (claims: z.output<typeof Claims>) => ({
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

/** The provider's discovery document, if it answers; better-auth reads the endpoints once, when it is set up. */
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
