import type * as contracts from '@atrium/contracts'
import type { z } from 'zod'

/** A channel as a provider needs it. */
export interface Connection {
  accountId: string
  accessToken: string
}

/** The question of a reading call, without its channel and its person. */
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
  /** Empty for a message that is too large. */
  source: Buffer
}

export interface StoredFile {
  contentType: string
  source: Buffer
}

export interface MailboxReader {
  search: Read<typeof contracts.SearchMailbox>
  /** One message with its source; undefined for one that is gone. */
  message(connection: Connection, id: string): Promise<StoredMail | undefined>
  label: Read<typeof contracts.LabelMessages>
}

export interface CalendarReader {
  calendars: Read<typeof contracts.ReadCalendars>
  /** Throws a `NetworkError` with the code 410 for an ended token. */
  events: Read<typeof contracts.ReadEvents>
}

export interface DriveReader {
  list: Read<typeof contracts.ListFiles>
  /** The bytes of a file, or of the text of a document; undefined for one that is gone. */
  file(connection: Connection, id: string, mimeType: string): Promise<StoredFile | undefined>
}

export interface NotebookReader {
  query: Read<typeof contracts.QueryNotebook>
  page: Read<typeof contracts.ReadNotebookPage>
}

export type VideoReader = Read<typeof contracts.ReadVideos>
export type CommentReader = Read<typeof contracts.ReadComments>
export type AudienceReader = (connection: Connection) => Promise<contracts.AudienceFigures>

/** The kinds of contents that a network's accounts have. Every method throws `NetworkError`. */
export interface Readers {
  mailbox?: MailboxReader
  calendar?: CalendarReader
  drive?: DriveReader
  notebook?: NotebookReader
  videos?: VideoReader
  comments?: CommentReader | undefined
  audience?: AudienceReader
}
