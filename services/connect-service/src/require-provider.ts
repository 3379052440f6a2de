import { type ConnectNetwork, commonErrors, connectNetworks } from '@atrium/contracts'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Deps } from './deps.ts'
import { notConfigured } from './errors.ts'
import type { Provider } from './providers/provider.ts'

/** The network of a path. Throws `not_found` for an unknown one. */
export function networkOf(name: string): ConnectNetwork {
  const network = connectNetworks.find((known) => known === name)
  if (network === undefined) throw commonErrors.not_found({ message: 'No such network' })
  return network
}

export interface LiveNetwork {
  provider: Provider
  vault: SealedSecrets
}

/** A network that can be used now. Throws `not_found`, or `not_configured` for a dormant one. */
export function requireProvider(deps: Deps, name: string): LiveNetwork {
  const provider = deps.providers.get(networkOf(name))
  if (provider === undefined || deps.vault === null) throw notConfigured(name)
  return { provider, vault: deps.vault }
}
