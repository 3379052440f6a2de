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
  /** Null only of a channel from before channels belonged to orgs; the purge forgets it. */
  org_id: string | null
  shared: Generated<boolean>
  network: ConnectNetwork
  account_id: string
  name: string
  /** A reconnect keeps a name that a person gave. */
  renamed: Generated<boolean>
  avatar_url: string | null
  status: Generated<'active' | 'invalidated'>
  invalid_reason: string | null
  /** Sealed, as is the refresh token (`vault` in `deps.ts`). */
  access_token: string
  refresh_token: string | null
  /** The right to refresh the tokens, in the database's time (`channels/refresh.db.ts`). */
  refresh_lease: string | null
  refresh_lease_until: Date | null
  /** The end of the pause after a failed refresh. */
  refresh_not_before: Date | null
  /** The last four characters. */
  token_tail: string
  expires_at: Date | null
  requested_scopes: Json<string[]>
  settings: Json<Record<string, string>>
  created_at: Created
  updated_at: Created
  last_used_at: Date | null
}

interface Pickers {
  id: string
  owner_id: string
  /** The org of the connect's beginning and of its channel. */
  org_id: string | null
  network: ConnectNetwork
  pages: Json<Picker['pages']>
  /** The account's own token, sealed; the choice fetches that of the Page. */
  access_token: string
  requested_scopes: Json<string[]>
  settled: Generated<boolean>
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
  /** The PKCE verifier, sealed. */
  verifier: string | null
  requested_scopes: Json<string[]> | null
  return_to: string
  /** A taken connect is open to no other request. */
  taken: Generated<boolean>
  expires_at: Date
}

/** The calls of the operator's own key on one day. */
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
  kind: 'post' | 'comment'
  channel_id: string
  /** The card's org; null of an attempt from before channels belonged to orgs. */
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
  /** The network's address of the upload, sealed. */
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
  /** `answered`: the outcome is recorded, and its charge is not settled yet. */
  state: Generated<'running' | 'answered' | 'done'>
  /** The tries, of which all but the last died. */
  attempt: Generated<number>
  /** A live process renews it while it makes the call. */
  lease_until: Date
  outcome: Json<unknown> | null
  reservation_id: string | null
  credits: number | null
  started_at: Date
}

export interface Database extends PlatformTables {
  channels: Channels
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
