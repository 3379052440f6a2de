import type { ConnectNetwork } from '@atrium/contracts'
import type { ConnectValues } from '../variables.ts'
import type { ProviderDeps } from './api.ts'
import type { Provider } from './provider.ts'

export interface CreateDeps extends ProviderDeps {
  /** Milliseconds that one post may take at a network that takes it in steps, instead of the network's own. */
  publishMs?: number | undefined
}

/** One network: everything that connect knows of it. */
export interface NetworkDefinition {
  readonly network: ConnectNetwork
  create(config: ConnectValues, deps: CreateDeps): Omit<Provider, 'network'>
}

/** Declares a network. */
export const defineProvider = (definition: NetworkDefinition): NetworkDefinition => definition
