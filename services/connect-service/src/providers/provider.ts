import type { ConnectNetwork, Introspection } from '@atrium/contracts'

/** What a network gave for a code or a refresh token. */
export interface Grant {
  accessToken: string
  /** Undefined or empty when the network sent none; never overwrites one there is. */
  refreshToken?: string | undefined
  /** Null: never. */
  expiresAt: Date | null
}

/** Something that can become a channel. */
export interface Account extends Grant {
  id: string
  name: string
  pictureUrl: string | null
}

/** What can be connected with a grant. */
export interface Accounts {
  accounts: Account[]
  /** Set when there is none: why, in the network's terms. */
  reason?: string | undefined
}

/** A file that is read in parts; nobody holds the whole of a large one. */
export interface MediaFile {
  contentType: string
  name: string
  /** Bytes in all. */
  size: number
  /** Fetches a part of it, `end` not included. Throws `NetworkError`. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
}

export interface OutgoingMedia extends MediaFile {
  /** Where anybody can fetch it. */
  url: string
}

/** What earlier attempts at the same post left behind, so that the next one goes on and does not begin again. */
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

/** A channel as a provider needs it. */
export interface Connection {
  accountId: string
  accessToken: string
}

/** Both tokens of a channel, in clear. */
export interface ChannelTokens {
  accessToken: string
  refreshToken: string | undefined
}

export interface Published {
  externalId: string
  externalUrl: string | null
}

export interface ReadComment {
  id: string
  message: string
  createdAt: string | null
  author: { id: string; name: string } | null
}

/** What a video says about itself. */
export interface VideoDetails {
  title: string
  description: string
  privacy: 'public' | 'unlisted' | 'private'
}

/** Where an upload stands; `received` counts from its first byte. `gone`: the network does not know it any more. */
export type UploadState =
  | { state: 'incomplete'; received: number }
  | { state: 'complete'; videoId: string }
  | { state: 'gone' }

/** Uploads that can be gone on with. One session makes one video at most. */
export interface VideoUploads {
  /** The largest chunk; every one but the last has exactly this. */
  readonly chunkBytes: number
  /** Begins a session; its address alone lets anybody go on with it. `origin`: a browser will, from there. */
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
  /** What is asked for; stored on the channel. */
  readonly scopes: readonly string[]
  /** What is asked for beside them once an org's posts have comments. */
  readonly commentScopes?: readonly string[] | undefined
  /** Absent, with `exchangeCode`, where only a pasted token connects. `further` scopes are asked for too. */
  authorizeUrl?(input: { state: string; challenge: string | undefined; further?: readonly string[] }): URL
  exchangeCode?(input: { code: string; verifier: string | undefined }): Promise<Grant>
  /** What the grant can connect. */
  accounts(grant: Grant): Promise<Accounts>
  /** The account that wins without asking, when several are there. */
  readonly preferredAccount?: string | undefined
  /** What a token pasted by a person can connect. */
  pastedToken?(token: string): Promise<Accounts & { grant: Grant }>
  /** Throws `reconnect` with `tokenInvalid` when the refresh token is over. */
  refresh?(refreshToken: string): Promise<Grant>
  /**
   * Ends this channel's tokens at the network. Absent where the network has no such call, or where it would end
   * the tokens of the person's other accounts too.
   */
  revoke?(tokens: ChannelTokens): Promise<void>
  /** `further` scopes count as required too. */
  introspect?(
    connection: Connection,
    further?: readonly string[],
  ): Promise<Introspection & { valid: boolean }>
  /** Videos that go to the network before their post does. */
  readonly uploads?: VideoUploads | undefined
  publish?(connection: Connection, post: OutgoingPost): Promise<Published>
  comment?(connection: Connection, externalId: string, message: string): Promise<{ externalId: string }>
  /** The permissions that commenting needs and the token lacks, as the network says; none where it does not say. */
  missingForComments?(connection: Connection): Promise<readonly string[]>
  readComments?(connection: Connection, externalId: string): Promise<ReadComment[]>
  /** Looks for a post whose sending was not answered. */
  findPost?(connection: Connection, post: OutgoingPost, since: Date): Promise<Published[]>
}

/** What an account has used of its rate, as a network's answer says. */
export interface Usage {
  /** 0 to 100 and beyond. */
  percent: number
  /** Minutes until calls are taken again; 0 when not said. */
  regainMinutes: number
}

/** Told of every usage that an answer states; shared by all replicas through the database. */
export type NoteUsage = (accountId: string, usage: Usage) => Promise<void>
