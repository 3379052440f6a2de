import type { Kit } from '@atrium/service-kit'
import type { Db } from './database.ts'
import type { Deps } from './deps.ts'
import { mailCounter } from './mailboxes/mail-counter.ts'
import { modelSettings } from './models/model-settings.ts'
import { createNetworkClient, type NetworkClient } from './network/call-network.ts'
import { createMailBudget } from './providers/byte-budget.ts'
import { createProviders, missingOfNetworks } from './providers/create-providers.ts'
import type { Provider } from './providers/provider.ts'
import { createFetchMedia } from './publishing/fetch-media.ts'
import { noteUsage } from './rates/account-rates.ts'
import { createTokenVault } from './tokens/token-vault.ts'
import type { ConnectValues } from './variables.ts'

export interface ConnectOptions {
  now?: () => Date
  networkTimeoutMs?: number
  /** The time limit in milliseconds for a post with several steps. */
  publishMs?: number
  /** The time limits in milliseconds for mail servers. */
  mailMs?: { connectMs?: number; operationMs?: number }
  /** A started call has no live process after this many milliseconds. */
  orphanMs?: number
  furtherProviders?: (client: NetworkClient, now: () => Date) => Provider[]
  onDeps?: (deps: Deps) => void
}

// A call to a network takes less time than this, so an older open attempt belongs to a dead
// process.
const orphanMs = 150_000

export function connectConfig(
  kit: Pick<Kit<never, ConnectValues>, 'bus' | 'config' | 'now' | 'newId'>,
  db: Db,
  options: ConnectOptions,
): Omit<Deps, 'db' | 'bus' | 'logger'> {
  const { config } = kit
  const now = options.now ?? kit.now
  const client = createNetworkClient(options.networkTimeoutMs ?? 15_000)
  const holdMail = createMailBudget()
  const further = options.furtherProviders?.(client, now) ?? []
  const key = config.SOCIAL_TOKEN_ENCRYPTION_KEY
  return {
    config: { API_URL: config.API_URL, DASHBOARD_URL: config.DASHBOARD_URL },
    vault: key ? createTokenVault(key, config.SOCIAL_TOKEN_ENCRYPTION_KEY_PREVIOUS ?? '') : null,
    providers: new Map([
      ...createProviders(
        config,
        {
          client,
          now,
          holdMail,
          apiUrl: config.API_URL,
          publishMs: options.publishMs,
          mailMs: options.mailMs,
          countMail: mailCounter(kit.bus),
        },
        (network) => noteUsage(db, network, now),
      ),
      ...further.map((provider) => [provider.network, provider] as const),
    ]),
    missing: missingOfNetworks(config),
    fetchMedia: createFetchMedia(config),
    networkClient: client,
    holdMail,
    models: modelSettings(config),
    speech: {
      baseUrl: config.SPEECH_API_URL ?? 'https://api.elevenlabs.io',
      apiKey: config.SPEECH_API_KEY || undefined,
      usdPerCredit: config.SPEECH_USD_PER_CREDIT,
    },
    refreshes: new Map(),
    revocations: new Set(),
    orphanMs: options.orphanMs ?? orphanMs,
    now,
    newId: kit.newId,
  }
}
