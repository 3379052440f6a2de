import type { Db } from './database.ts'
import type { Deps } from './deps.ts'
import { createNetworkClient, type NetworkClient } from './network/call-network.ts'
import { createProviders } from './providers/create-providers.ts'
import type { Provider } from './providers/provider.ts'
import { createFetchMedia } from './publishing/fetch-media.ts'
import { noteUsage } from './rates/account-rates.ts'
import { createTokenVault } from './tokens/token-vault.ts'
import type { ConnectValues } from './variables.ts'

export interface ConnectOptions {
  now?: () => Date
  /** How long a network may take for one call. */
  networkTimeoutMs?: number
  /** How long one post may take at a network that takes it in steps. */
  publishMs?: number
  /** After how long nobody can be making a call any more that was begun. */
  orphanMs?: number
  /** Networks of a test, beside those that are configured. */
  furtherProviders?: (client: NetworkClient, now: () => Date) => Provider[]
  onDeps?: (deps: Deps) => void
}

// A call to a network ends long before; what is open after that belongs to a process that died.
const orphanMs = 150_000

/** What connect takes from the platform's configuration. */
export function connectConfig(
  config: ConnectValues,
  db: Db,
  options: ConnectOptions,
): Pick<
  Deps,
  'config' | 'vault' | 'providers' | 'fetchMedia' | 'refreshes' | 'revocations' | 'orphanMs' | 'now'
> {
  const now = options.now ?? (() => new Date())
  const client = createNetworkClient(options.networkTimeoutMs ?? 15_000)
  const further = options.furtherProviders?.(client, now) ?? []
  const key = config.SOCIAL_TOKEN_ENCRYPTION_KEY
  return {
    config: {
      API_URL: config.API_URL,
      DASHBOARD_URL: config.DASHBOARD_URL,
      VIDEONET_UPLOAD_TRANSPORT: config.VIDEONET_UPLOAD_TRANSPORT,
    },
    vault: key ? createTokenVault(key, config.SOCIAL_TOKEN_ENCRYPTION_KEY_PREVIOUS ?? '') : null,
    providers: new Map([
      ...createProviders(
        config,
        { client, now, apiUrl: config.API_URL, publishMs: options.publishMs },
        (network) => noteUsage(db, network, now),
      ),
      ...further.map((provider) => [provider.network, provider] as const),
    ]),
    fetchMedia: createFetchMedia(config),
    refreshes: new Map(),
    revocations: new Set(),
    orphanMs: options.orphanMs ?? orphanMs,
    now,
  }
}
