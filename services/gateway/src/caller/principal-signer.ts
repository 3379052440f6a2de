import { derivedPrincipalTokens, type PrincipalTokens } from '@atrium/http'
import { LRUCache } from 'lru-cache'
import type { GatewayConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import { assistantAudience } from './assistant.ts'

// A token is valid for a minute. Signing takes longer than the rest of a request with a session.
const reusedForMs = 10_000

/**
 * Signs principals for one service at a time with that service's own key (ADR 0003). Reuses a token
 * for ten seconds.
 */
export function createPrincipalSigner({
  upstreams,
  sessionSecret,
}: Pick<GatewayConfig, 'upstreams' | 'sessionSecret'>): Deps['sign'] {
  const tokens = new Map<string, PrincipalTokens>(
    [...upstreams.keys(), assistantAudience].map((audience) => [
      audience,
      derivedPrincipalTokens(audience, sessionSecret),
    ]),
  )
  const recent = new LRUCache<string, Promise<string>>({ max: 10_000, ttl: reusedForMs })
  return (upstream, principal) => {
    const statement = `${upstream} ${JSON.stringify(principal)}`
    const cached = recent.get(statement)
    if (cached !== undefined) return cached
    const signer = tokens.get(upstream)
    if (signer === undefined) throw new Error(`${upstream} is not part of this deployment`)
    const token = signer.sign(principal)
    recent.set(statement, token)
    return token
  }
}
