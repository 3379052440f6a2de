import { derivedPrincipalTokens } from '@atrium/http'
import type { GatewayConfig } from '../config.ts'
import type { Deps } from '../deps.ts'

/** Signs the principal for one service at a time, each under that service's own key (ADR 0003). */
export function createPrincipalSigner({ upstreams, sessionSecret }: GatewayConfig): Deps['sign'] {
  const tokens = new Map(
    [...upstreams.keys()].map((upstream) => [upstream, derivedPrincipalTokens(upstream, sessionSecret)]),
  )
  return (upstream, principal) => {
    const signer = tokens.get(upstream)
    if (signer === undefined) throw new Error(`${upstream} is not part of this deployment`)
    return signer.sign(principal)
  }
}
