import { NetworkError } from '../network/network-error.ts'
import type { OAuth2Grant } from './oauth2-client.ts'

/**
 * Hands a grant on when it has everything that its channel cannot do without. Throws `blocked`, naming the
 * permissions that a person unticked. A network that does not say what it granted is believed.
 */
export function requireScopes(grant: OAuth2Grant, needed: readonly string[]): OAuth2Grant {
  const { grantedScopes } = grant
  // A star is the forum network's word for all of them.
  if (grantedScopes === null || grantedScopes.length === 0 || grantedScopes.includes('*')) return grant
  const missing = needed.filter((scope) => !grantedScopes.includes(scope))
  if (missing.length === 0) return grant
  throw new NetworkError({
    class: 'blocked',
    code: 'insufficient_scope',
    message: `Permissions are missing: ${missing.join(', ')}; connect again and grant them`,
  })
}
