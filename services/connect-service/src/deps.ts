import type { ConnectNetwork, NewId, OrgPrincipal, Principal } from '@atrium/contracts'
import type { Ctx as DatabaseCtx } from '@atrium/database'
import type { Bus } from '@atrium/messaging'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Logger } from 'pino'
import type { ChannelRow } from './channels/channel.ts'
import type { Database, Db } from './database.ts'
import type { ModelSettings } from './models/model-settings.ts'
import type { NetworkClient } from './network/call-network.ts'
import type { HoldBytes } from './providers/byte-budget.ts'
import type { Providers } from './providers/create-providers.ts'
import type { FetchMedia } from './publishing/fetch-media.ts'
import type { SpeechSettings } from './speech/speech-client.ts'
import type { ConnectValues } from './variables.ts'

export type Ctx<P extends Principal = OrgPrincipal> = DatabaseCtx<Database, P>

export interface Deps {
  db: Db
  bus: Bus
  logger: Logger
  /** Contains no secrets. */
  config: Pick<ConnectValues, 'API_URL' | 'DASHBOARD_URL'>
  now(): Date
  newId: NewId
  /** Null if `SOCIAL_TOKEN_ENCRYPTION_KEY` is unset. */
  vault: SealedSecrets | null
  providers: Providers
  /** The unset variables that make each network dormant. */
  missing: ReadonlyMap<ConnectNetwork, readonly string[]>
  fetchMedia: FetchMedia
  /** Limits how many bytes of large mails this process holds at once. */
  holdMail: HoldBytes
  /** For calls that belong to no network in `providers`. */
  networkClient: NetworkClient
  /** Contains the operator's keys. */
  models: ModelSettings
  speech: SpeechSettings
  /** The refreshes running in this process, by channel id. Later calls wait for the running one. */
  refreshes: Map<string, Promise<ChannelRow>>
  /** The revocations under way. The service waits for them when it stops. */
  revocations: Set<Promise<unknown>>
  /** After this many milliseconds an attempt's call has ended, even if its process died. */
  orphanMs: number
}

export type IdSource = Pick<Deps, 'now' | 'newId'>
