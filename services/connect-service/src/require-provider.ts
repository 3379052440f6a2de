import { type ConnectNetwork, commonErrors, connectNetworks } from '@atrium/contracts'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Deps } from './deps.ts'
import { notConfigured } from './errors.ts'
import type { Provider } from './providers/provider.ts'

/** Returns the network of a path. Throws `not_found` if the network is unknown. */
export function requireNetwork(name: string): ConnectNetwork {
  const network = connectNetworks.find((known) => known === name)
  if (network === undefined) throw commonErrors.not_found({ message: 'Network not found' })
  return network
}

export interface LiveNetwork {
  provider: Provider
  vault: SealedSecrets
}

/**
 * Finds a network that can be used now. Returns undefined if the network is dormant. Throws
 * `not_found` if it is unknown.
 */
export function findLiveNetwork(deps: Deps, name: string): LiveNetwork | undefined {
  const provider = deps.providers.get(requireNetwork(name))
  return provider === undefined || deps.vault === null ? undefined : { provider, vault: deps.vault }
}

/**
 * Returns a network that can be used now. Throws `not_found`, or `not_configured` if the network is
 * dormant.
 */
export function requireProvider(deps: Deps, name: string): LiveNetwork {
  const live = findLiveNetwork(deps, name)
  if (live === undefined) throw notConfigured(name)
  return live
}
