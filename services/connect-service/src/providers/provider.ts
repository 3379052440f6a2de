import type { ConnectNetwork, Introspection } from '@atrium/contracts'
import type { CommentReader, Connection, FigureReader, Readers } from './readers.ts'

export type { Connection }

export interface Grant {
  accessToken: string
  /** Undefined or empty if the network sent none. An existing refresh token is then kept. */
  refreshToken?: string | undefined
  /** Null if the token never expires. */
  expiresAt: Date | null
  /** What is shown of the token. By default its last four characters. */
  shownTail?: string
}

export interface Account extends Grant {
  id: string
  name: string
  pictureUrl: string | null
  /** Shown with the channel. Contains no credential. */
  settings?: Readonly<Record<string, string>>
}

export interface Accounts {
  accounts: Account[]
  /** Set if there are no accounts: the reason, in the network's terms. */
  reason?: string | undefined
}

/** A file read in parts and never held in memory as a whole. */
export interface MediaFile {
  contentType: string
  name: string
  size: number
  /** Reads the bytes from `start` up to, but not including, `end`. Throws `NetworkError`. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>
}

export interface OutgoingMedia extends MediaFile {
  /** The public URL. */
  url: string
  /** The alternative text of a picture. Empty if there is none. */
  altText: string
}

/** The state that attempts at the same post keep for the next attempt. */
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

/** The servers of a mailbox by IMAP and SMTP, and the credentials for both. */
export interface MailAccount {
  host: string
  port: number
  user: string
  password: string
  smtpHost: string
  smtpPort: number
  /** The address that mail is sent from. */
  from: string
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

/** `received` counts the bytes so far. `gone` means that the network no longer knows the upload. */
export type UploadState =
  | { state: 'incomplete'; received: number }
  | { state: 'complete'; videoId: string }
  | { state: 'gone' }

/** Resumable uploads. One session creates at most one video. */
export interface VideoUploads {
  /**
   * `direct`: the browser sends the chunks to the network. `relay`: the chunks go through the API.
   */
  readonly transport: 'direct' | 'relay'
  /** The chunk size in bytes. Only the last chunk may be smaller. */
  readonly chunkBytes: number
  /** Starts a session. The session URL is its credential. `origin` is the browser's origin. */
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

/** One network. Every method throws `NetworkError`. No error message contains a credential. */
export interface Provider {
  readonly network: ConnectNetwork
  /** True if the authorize call carries a PKCE challenge (RFC 7636, S256). */
  readonly pkce: boolean
  /** The scopes to request. They are stored on the channel. */
  readonly scopes: readonly string[]
  /** Additional scopes, requested once a post of the organisation has a comment. */
  readonly commentScopes?: readonly string[] | undefined
  /**
   * Absent, like `exchangeCode`, if only a pasted token connects. `further` scopes are requested in
   * addition.
   */
  authorizeUrl?(input: {
    state: string
    challenge: string | undefined
    further?: readonly string[]
  }): URL
  exchangeCode?(input: { code: string; verifier: string | undefined }): Promise<Grant>
  accounts(grant: Grant): Promise<Accounts>
  /** The account to connect without a choice if there are several. */
  readonly preferredAccount?: string | undefined
  pastedToken?(token: string): Promise<Accounts & { grant: Grant }>
  /** Signs in at the servers of a mailbox. Throws `MailServerError`. */
  tryMailAccount?(account: MailAccount): Promise<void>
  /** Throws `reconnect` with `tokenInvalid` if the refresh token has expired. */
  refresh?(refreshToken: string): Promise<Grant>
  /** Revokes the tokens of this channel only. Absent if the network has no such call. */
  revoke?(tokens: ChannelTokens): Promise<void>
  /** Introspects the connection's token. `further` scopes count as required, too. */
  introspect?(
    connection: Connection,
    further?: readonly string[],
  ): Promise<Introspection & { valid: boolean }>
  /** Set if videos are uploaded to the network before the post. */
  readonly uploads?: VideoUploads | undefined
  readonly reading?: Readers
  publish?(connection: Connection, post: OutgoingPost): Promise<Published>
  comment?(
    connection: Connection,
    externalId: string,
    message: string,
  ): Promise<{ externalId: string }>
  /** Looks for a comment whose request got no response, in the account's own texts. */
  findComment?(
    connection: Connection,
    comment: { externalId: string; message: string },
    since: Date,
  ): Promise<string[]>
  readComments?: CommentReader | undefined
  readFigures?: FigureReader
  /** Looks for a post whose request got no response. */
  findPost?(connection: Connection, post: OutgoingPost, since: Date): Promise<Published[]>
}

/** How much of its rate limit an account has used, as stated in a response. */
export interface Usage {
  /** Percent. The value may exceed 100. */
  percent: number
  /** Minutes until the network accepts calls again, or 0 if unknown. */
  regainMinutes: number
}

/** Records the usage for all replicas. */
export type NoteUsage = (accountId: string, usage: Usage) => Promise<void>
