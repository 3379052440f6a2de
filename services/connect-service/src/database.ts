import type { ConnectNetwork, Picker } from '@atrium/contracts'
import type { PlatformTables } from '@atrium/database'
import type {
  ColumnType,
  Generated,
  Kysely,
  Transaction as KyselyTransaction,
  RawBuilder,
} from 'kysely'

type Json<T> = ColumnType<T, RawBuilder<T>, RawBuilder<T>>
type Created = Generated<Date>

interface Channels {
  id: string
  owner_id: string
  /**
   * Null only if the channel is older than organisation ownership. The purge deletes such channels.
   */
  org_id: string | null
  shared: Generated<boolean>
  network: ConnectNetwork
  account_id: string
  name: string
  /** True if a user renamed the channel. A reconnect then keeps the name. */
  renamed: Generated<boolean>
  avatar_url: string | null
  status: Generated<'active' | 'invalidated'>
  invalid_reason: string | null
  /** Sealed by `vault` (see `deps.ts`), like the refresh token. */
  access_token: string
  refresh_token: string | null
  /**
   * The lease for refreshing the tokens. Its times are database times (`channels/refresh.db.ts`).
   */
  refresh_lease: string | null
  refresh_lease_until: Date | null
  /** No refresh runs before this time, because the last one failed. */
  refresh_not_before: Date | null
  token_tail: string
  expires_at: Date | null
  requested_scopes: Json<string[]>
  settings: Json<Record<string, string>>
  created_at: Created
  updated_at: Created
  last_used_at: Date | null
}

interface PostingSlots {
  org_id: string
  channel_id: string
  /** ISO 8601: 1 is Monday. */
  weekday: number
  /** In the organisation's time zone, for example `09:00`. */
  time: string
}

interface Pickers {
  id: string
  owner_id: string
  /** The organisation where the connect started. The channel will belong to it. */
  org_id: string | null
  network: ConnectNetwork
  pages: Json<Picker['pages']>
  /** The account's own token, sealed. The Page's token is fetched when the user chooses a Page. */
  access_token: string
  requested_scopes: Json<string[]>
  settled: Generated<boolean>
  /** True if the account is shared with the organisation as soon as it is connected. */
  shared: Generated<boolean>
  expires_at: Date
  created_at: Created
}

interface OauthStates {
  /** SHA-256 of the state. */
  state_hash: string
  network: ConnectNetwork
  owner_id: string
  org_id: string | null
  credential_id: string
  /** The sealed PKCE verifier. */
  verifier: string | null
  requested_scopes: Json<string[]> | null
  return_to: string
  /** True once a request has taken the connect. No other request can use it. */
  taken: Generated<boolean>
  /** True if the account is shared with the organisation as soon as it is connected. */
  shared: Generated<boolean>
  expires_at: Date
}

interface FreeModelCalls {
  org_id: string
  /** `YYYY-MM-DD`. */
  day: string
  calls: number
}

interface AccountRates {
  network: ConnectNetwork
  account_id: string
  usage_percent: number
  blocked_until: Date | null
  updated_at: Created
}

interface PublishAttempts {
  id: string
  attempt_key: string
  kind: 'post' | 'comment' | 'mail'
  channel_id: string
  /** The card's organisation. Null if the attempt is older than organisation ownership. */
  org_id: string | null
  owner_id: string
  task_id: string
  fingerprint: string
  state: Generated<'sending' | 'done' | 'failed' | 'unknown'>
  outcome: Json<unknown> | null
  external_id: string | null
  started_at: Date
  finished_at: Date | null
}

interface PostProgressRows {
  channel_id: string
  task_id: string
  fingerprint: string
  /** Sealed. */
  value: string
  updated_at: Date
}

interface VideoUploads {
  id: string
  owner_id: string
  org_id: string | null
  channel_id: string
  network: ConnectNetwork
  transport: 'direct' | 'relay'
  /** The upload URL at the network, sealed. */
  session: string
  size_bytes: string
  video_id: string | null
  created_at: Date
  expires_at: Date
}

interface PaidCalls {
  org_id: string
  call_key: string
  digest: string
  /** `answered` means that the outcome is recorded but not charged yet. */
  state: Generated<'running' | 'answered' | 'done'>
  /** How many attempts there were. The processes of all earlier attempts died. */
  attempt: Generated<number>
  /** Renewed by the process while it makes the call. */
  lease_until: Date
  outcome: Json<unknown> | null
  reservation_id: string | null
  credits: number | null
  started_at: Date
}

export interface Database extends PlatformTables {
  channels: Channels
  posting_slots: PostingSlots
  pickers: Pickers
  oauth_states: OauthStates
  account_rates: AccountRates
  publish_attempts: PublishAttempts
  free_model_calls: FreeModelCalls
  post_progress: PostProgressRows
  video_uploads: VideoUploads
  paid_calls: PaidCalls
}

export type Db = Kysely<Database>
export type Transaction = KyselyTransaction<Database>
