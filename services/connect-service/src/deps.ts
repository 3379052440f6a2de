import type { Bus } from '@atrium/messaging'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Logger } from 'pino'
import type { ChannelRow } from './channels/channel.ts'
import type { Db } from './database.ts'
import type { Providers } from './providers/create-providers.ts'
import type { FetchMedia } from './publishing/fetch-media.ts'
import type { ConnectValues } from './variables.ts'

/** What the verbs of this service need. */
export interface Deps {
  db: Db
  bus: Bus
  /** Nothing of it is secret, so that it may be printed. */
  config: Pick<ConnectValues, 'API_URL' | 'DASHBOARD_URL' | 'VIDEONET_UPLOAD_TRANSPORT'>
  logger: Logger
  /** Null while `SOCIAL_TOKEN_ENCRYPTION_KEY` is unset. */
  vault: SealedSecrets | null
  providers: Providers
  fetchMedia: FetchMedia
  /** The refreshes that run in this process, by channel: later calls wait for the one there is. */
  refreshes: Map<string, Promise<ChannelRow>>
  /** The revocations that run; the service ends after them. */
  revocations: Set<Promise<void>>
  /** After how many milliseconds nobody can be making a call any more that was begun. */
  orphanMs: number
  /** Now, in UTC; the one clock. */
  now(): Date
}
