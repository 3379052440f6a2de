import type { Config, Integration, VariableTable } from '@atrium/config'
import type { ConnectNetwork } from '@atrium/contracts'
import type { ProviderDeps } from './api.ts'
import type { HoldBytes } from './byte-budget.ts'
import type { Provider } from './provider.ts'

export interface CreateDeps extends ProviderDeps {
  apiUrl: string
  /** The time limit in milliseconds for one post with several steps. */
  publishMs: number
  /** Limits how many bytes of large messages all mailboxes read at once. */
  holdMail: HoldBytes
  /** Counts an operation at a mail server by its outcome. */
  countMail?(server: 'imap' | 'smtp', outcome: string): void
  /** Replaces the time limits for mail servers. Tests shorten them. */
  mailMs?: { connectMs?: number; operationMs?: number } | undefined
}

export interface NetworkDefinition<Table extends VariableTable = VariableTable> {
  readonly network: ConnectNetwork
  /** The variables that only this network reads. */
  readonly variables: Table
  /**
   * The log line at start-up if the network is dormant. Absent if the network needs only the token
   * key.
   */
  readonly integration?: Pick<Integration, 'subsystem' | 'feature' | 'needs'>
  /**
   * The default for `publishMs`. It leaves time within the caller's minute to finish the post and
   * read it back.
   */
  readonly publishMs?: number
  create(config: Config<Table>, deps: CreateDeps): Omit<Provider, 'network'>
}

export const defineProvider = <const Table extends VariableTable>(
  definition: NetworkDefinition<Table>,
): NetworkDefinition<Table> => definition
