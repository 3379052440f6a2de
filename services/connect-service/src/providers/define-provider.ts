import type { Config, Integration, VariableTable } from '@atrium/config'
import type { ConnectNetwork } from '@atrium/contracts'
import type { ProviderDeps } from './api.ts'
import type { Provider } from './provider.ts'

export interface CreateDeps extends ProviderDeps {
  apiUrl: string
  /** Milliseconds that one post may take at a network that takes it in steps. */
  publishMs: number
}

/** One network: all knowledge that connect has of it. */
export interface NetworkDefinition<Table extends VariableTable = VariableTable> {
  readonly network: ConnectNetwork
  /** The variables that only this network reads. */
  readonly variables: Table
  /** The boot's line while it is dormant; absent for a network that needs the key of the tokens alone. */
  readonly integration?: Pick<Integration, 'subsystem' | 'feature' | 'needs'>
  /** `publishMs` by default: the rest of the post and what is read back still fit into the caller's minute. */
  readonly publishMs?: number
  create(config: Config<Table>, deps: CreateDeps): Omit<Provider, 'network'>
}

export const defineProvider = <const Table extends VariableTable>(
  definition: NetworkDefinition<Table>,
): NetworkDefinition<Table> => definition
