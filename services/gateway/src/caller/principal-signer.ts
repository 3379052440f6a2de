import { derivedPrincipalTokens } from '@atrium/http'
import type { GatewayConfig } from '../config.ts'
import type { Deps } from '../deps.ts'
import { assistantAudience } from './assistant.ts'

/** Signs principals for one service at a time, under that service's own key (ADR 0003). */
export function createPrincipalSigner({
  upstreams,
  sessionSecret,
}: Pick<GatewayConfig, 'upstreams' | 'sessionSecret'>): Deps['sign'] {
  const tokens = new Map(
    [...upstreams.keys(), assistantAudience].map((audience) => [
      audience,
      derivedPrincipalTokens(audience, sessionSecret),
    ]),
  )
  return async (upstream, principal) => {
    const signer = tokens.get(upstream)
    if (signer === undefined) throw new Error(`${upstream} is not part of this deployment`)
    return signer.sign(principal)
  }
}
