import type { ConnectNetwork, OrgPrincipal, Principal } from '@atrium/contracts'
import type { Ctx as DatabaseCtx } from '@atrium/database'
import type { Bus } from '@atrium/messaging'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Logger } from 'pino'
import type { ChannelRow } from './channels/channel.ts'
import type { Database, Db } from './database.ts'
import type { ModelSettings } from './models/model-settings.ts'
import type { NetworkClient } from './network/call-network.ts'
import type { Providers } from './providers/create-providers.ts'
import type { FetchMedia } from './publishing/fetch-media.ts'
import type { SpeechSettings } from './speech/speech-client.ts'
import type { ConnectValues } from './variables.ts'

/** The caller, and the transaction to join when there is one. */
export type Ctx<P extends Principal = OrgPrincipal> = DatabaseCtx<Database, P>

export interface Deps {
  db: Db
  bus: Bus
  logger: Logger
  /** Holds no secret. */
  config: Pick<ConnectValues, 'API_URL' | 'DASHBOARD_URL'>
  now(): Date
  /** Null while `SOCIAL_TOKEN_ENCRYPTION_KEY` is unset. */
  vault: SealedSecrets | null
  providers: Providers
  /** The names of the variables that keep a network dormant. */
  missing: ReadonlyMap<ConnectNetwork, readonly string[]>
  fetchMedia: FetchMedia
  /** For calls that belong to no network of `providers`. */
  networkClient: NetworkClient
  /** Holds the operator's keys. */
  models: ModelSettings
  speech: SpeechSettings
  /** The refreshes that run in this process, by channel; later calls wait for the running one. */
  refreshes: Map<string, Promise<ChannelRow>>
  /** The revocations that run; the service ends after them. */
  revocations: Set<Promise<unknown>>
  /** After so many milliseconds the call of an attempt is over, whatever became of its process. */
  orphanMs: number
}
