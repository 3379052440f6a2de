import type {
  AudienceFigures,
  LabelMessages,
  ListFiles,
  MailMessage,
  QueryNotebook,
  ReadCalendars,
  ReadComments,
  ReadEvents,
  ReadNotebookPage,
  ReadVideos,
  RpcDefinition,
  SearchMailbox,
} from '@atrium/contracts'
import type { z } from 'zod'

/** A channel as a provider needs it. */
export interface Connection {
  accountId: string
  accessToken: string
}

/** The question of a reading call, without its channel and its person. */
export type Asked<R extends RpcDefinition> = Omit<z.output<R['input']>, 'orgId' | 'actorId' | 'channelId'>
export type Page<R extends RpcDefinition> = Extract<z.output<R['output']>, { page: unknown }>['page']
type Read<R extends RpcDefinition> = (connection: Connection, asked: Asked<R>) => Promise<Page<R>>

export interface StoredMail {
  about: Omit<MailMessage, 'source'>
  /** Empty for a message that is too large. */
  source: Buffer
}

export interface StoredFile {
  contentType: string
  source: Buffer
}

export interface MailboxReader {
  search: Read<typeof SearchMailbox>
  /** One message with its source; undefined for one that is gone. */
  message(connection: Connection, id: string): Promise<StoredMail | undefined>
  label: Read<typeof LabelMessages>
}

export interface CalendarReader {
  calendars: Read<typeof ReadCalendars>
  /** Throws a `NetworkError` with the code 410 for an ended token. */
  events: Read<typeof ReadEvents>
}

export interface DriveReader {
  list: Read<typeof ListFiles>
  /** The bytes of a file, or of the text of a document; undefined for one that is gone. */
  file(connection: Connection, id: string, mimeType: string): Promise<StoredFile | undefined>
}

export interface NotebookReader {
  query: Read<typeof QueryNotebook>
  page: Read<typeof ReadNotebookPage>
}

export type VideoReader = Read<typeof ReadVideos>
export type CommentReader = Read<typeof ReadComments>
export type AudienceReader = (connection: Connection) => Promise<AudienceFigures>

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
