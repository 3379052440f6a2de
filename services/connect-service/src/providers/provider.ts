import type { ConnectNetwork, Introspection } from '@atrium/contracts'
import type { CommentReader, Connection, Readers } from './readers.ts'

export type { Connection }

/** A network's answer to a code or a refresh token. */
export interface Grant {
  accessToken: string
  /** Undefined or empty when the network sent none; never overwrites an existing one. */
  refreshToken?: string | undefined
  /** Null: never. */
  expiresAt: Date | null
}

export interface Account extends Grant {
  id: string
  name: string
  pictureUrl: string | null
  /** Shown with the channel; holds no credential. */
  settings?: Readonly<Record<string, string>>
}

/** The possible channels of a grant. */
export interface Accounts {
  accounts: Account[]
  /** Set when there is none: the reason, in the network's terms. */
  reason?: string | undefined
}

/** A file that is read in parts and never held as a whole. */
export interface MediaFile {
  contentType: string
  name: string
  size: number
  /** Fetches a part of it, `end` not included. Throws `NetworkError`. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
}

export interface OutgoingMedia extends MediaFile {
  /** Its public address. */
  url: string
}

/** The state that attempts at the same post leave for the next one. */
export interface PostProgress {
  recall(): Promise<string | undefined>
  keep(value: string): Promise<void>
}

export interface OutgoingPost {
  title: string
  text: string
  previewLink: string | null
  media: readonly OutgoingMedia[]
  fields: Readonly<Record<string, unknown>>
  progress: PostProgress
}

export interface ChannelTokens {
  accessToken: string
  refreshToken: string | undefined
}

export interface Published {
  externalId: string
  externalUrl: string | null
}

export interface VideoDetails {
  title: string
  description: string
  privacy: 'public' | 'unlisted' | 'private'
}

/** `received` counts bytes from the first. `gone`: the network does not know the upload any more. */
export type UploadState =
  | { state: 'incomplete'; received: number }
  | { state: 'complete'; videoId: string }
  | { state: 'gone' }

/** Resumable uploads. One session makes one video at most. */
export interface VideoUploads {
  /** `direct`: a browser sends the chunks to the network. `relay`: through the API. */
  readonly transport: 'direct' | 'relay'
  /** The size of every chunk but the last, in bytes. */
  readonly chunkBytes: number
  /** Begins a session; its address is its credential. `origin`: that of the browser that sends the chunks. */
  start(
    connection: Connection,
    details: VideoDetails,
    file: { size: number; contentType: string; origin?: string },
  ): Promise<string>
  state(connection: Connection, session: string, size: number): Promise<UploadState>
  send(
    connection: Connection,
    session: string,
    chunk: { start: number; bytes: Uint8Array<ArrayBuffer>; size: number },
  ): Promise<UploadState>
}

/** One network. Every method throws `NetworkError`; no message of it holds a credential. */
export interface Provider {
  readonly network: ConnectNetwork
  /** Whether the authorize call carries a PKCE challenge (RFC 7636, S256). */
  readonly pkce: boolean
  /** The requested scopes; stored on the channel. */
  readonly scopes: readonly string[]
  /** Requested beside them once an org's posts have comments. */
  readonly commentScopes?: readonly string[] | undefined
  /** Absent, with `exchangeCode`, where only a pasted token connects. `further` scopes are requested too. */
  authorizeUrl?(input: {
    state: string
    challenge: string | undefined
    further?: readonly string[]
  }): URL
  exchangeCode?(input: { code: string; verifier: string | undefined }): Promise<Grant>
  accounts(grant: Grant): Promise<Accounts>
  /** The account that is connected without a choice between several. */
  readonly preferredAccount?: string | undefined
  pastedToken?(token: string): Promise<Accounts & { grant: Grant }>
  /** Throws `reconnect` with `tokenInvalid` for an ended refresh token. */
  refresh?(refreshToken: string): Promise<Grant>
  /** Ends this channel's tokens alone. Absent where the network has no such call. */
  revoke?(tokens: ChannelTokens): Promise<void>
  /** `further` scopes count as required too. */
  introspect?(
    connection: Connection,
    further?: readonly string[],
  ): Promise<Introspection & { valid: boolean }>
  /** Videos that go to the network before their post does. */
  readonly uploads?: VideoUploads | undefined
  /** The contents of an account that nodes read. */
  readonly reading?: Readers
  publish?(connection: Connection, post: OutgoingPost): Promise<Published>
  comment?(
    connection: Connection,
    externalId: string,
    message: string,
  ): Promise<{ externalId: string }>
  readComments?: CommentReader | undefined
  /** Looks for a post whose sending was not answered. */
  findPost?(connection: Connection, post: OutgoingPost, since: Date): Promise<Published[]>
}

/** The share of its rate that an account has used, as an answer states it. */
export interface Usage {
  /** 0 to 100 and beyond. */
  percent: number
  /** Minutes until the network takes calls again; 0 when unknown. */
  regainMinutes: number
}

/** Records a usage that an answer states, for all replicas. */
export type NoteUsage = (accountId: string, usage: Usage) => Promise<void>
