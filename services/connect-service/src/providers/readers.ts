import type * as contracts from '@atrium/contracts'
import type { z } from 'zod'

export interface Connection {
  accountId: string
  accessToken: string
}

/** The input of a reading call without the channel and the user. */
export type Asked<R extends contracts.RpcDefinition> = Omit<
  z.output<R['input']>,
  'orgId' | 'actorId' | 'channelId'
>
export type Page<R extends contracts.RpcDefinition> = Extract<
  z.output<R['output']>,
  { page: unknown }
>['page']
type Read<R extends contracts.RpcDefinition> = (
  connection: Connection,
  asked: Asked<R>,
) => Promise<Page<R>>

export interface StoredMail {
  about: Omit<contracts.MailMessage, 'source'>
  /** Empty if the message is too large. */
  source: Buffer
}

export interface StoredFile {
  contentType: string
  source: Buffer
}

export interface OutgoingMail {
  /** Identifies the mail. */
  key: string
  to: string
  subject: string
  text: string
  replyTo?: string | undefined
  files: readonly { name: string; contentType: string; bytes: Uint8Array }[]
}

export interface SentMail {
  /** What the user should know about the sent mail. */
  note: string | null
}

export interface MailboxReader {
  search: Read<typeof contracts.SearchMailbox>
  /** Returns one message with its source, or undefined if it was deleted. */
  message(connection: Connection, id: string): Promise<StoredMail | undefined>
  /**
   * Returns one message like `message`, or `large` if its source has more than `maxReadBytes`. So
   * several can be read at the same time. If it is absent, messages are read one at a time.
   */
  smallMessage?(connection: Connection, id: string): Promise<StoredMail | 'large' | undefined>
  label: Read<typeof contracts.LabelMessages>
  /**
   * Sends from the mailbox's own address. Absent if the provider cannot. Throws `unknown` if the
   * mail may have left. Calls `onAccepted` as soon as the server has accepted the mail. A later
   * failure only changes the note.
   */
  send?(
    connection: Connection,
    mail: OutgoingMail,
    onAccepted: () => Promise<void>,
  ): Promise<SentMail>
}

export interface CalendarReader {
  calendars: Read<typeof contracts.ReadCalendars>
  /** Throws a `NetworkError` with the code 410 if the sync token has expired. */
  events: Read<typeof contracts.ReadEvents>
}

export interface DriveReader {
  list: Read<typeof contracts.ListFiles>
  /**
   * Returns a file's bytes, or those of a document's text. Returns undefined if the file was
   * deleted.
   */
  file(connection: Connection, id: string, mimeType: string): Promise<StoredFile | undefined>
}

export interface NotebookReader {
  query: Read<typeof contracts.QueryNotebook>
  page: Read<typeof contracts.ReadNotebookPage>
}

export type VideoReader = Read<typeof contracts.ReadVideos>
export type CommentReader = Read<typeof contracts.ReadComments>
export type AudienceReader = (connection: Connection) => Promise<contracts.AudienceFigures>

/** What a network counts for a post. A figure is missing if the network does not state it. */
export type PostFigures = ReadonlyArray<
  readonly [name: contracts.PostMetric['name'], value: number | null | undefined]
>
export type FigureReader = (connection: Connection, externalId: string) => Promise<PostFigures>

/** What a network's accounts contain. Every method throws `NetworkError`. */
export interface Readers {
  mailbox?: MailboxReader
  calendar?: CalendarReader
  drive?: DriveReader
  notebook?: NotebookReader
  videos?: VideoReader
  comments?: CommentReader | undefined
  audience?: AudienceReader
}
