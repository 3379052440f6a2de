import type { SigninProvider } from '../config.ts'

/** The provider's id in `POST /api/auth/sign-in/social` and in its callback `/api/auth/callback/signin`. */
export const signinProviderId = 'signin'

const discoveryUrl = (issuer: string): string => `${issuer}/.well-known/openid-configuration`
const patienceMs = 3_000

/** The OpenID client that better-auth signs people in with. */
export const signinConfig = ({ clientId, clientSecret, issuer }: SigninProvider) => ({
  providerId: signinProviderId,
  discoveryUrl: discoveryUrl(issuer),
  clientId,
  clientSecret,
  scopes: ['openid', 'email', 'profile'],
  pkce: true,
})

/**
 * Whether the provider answers: better-auth reads its endpoints once, when it is set up, and leaves out a
 * provider that does not answer then.
 */
export async function isDiscoverable({ issuer }: SigninProvider): Promise<boolean> {
  try {
    const response = await fetch(discoveryUrl(issuer), { signal: AbortSignal.timeout(patienceMs) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
