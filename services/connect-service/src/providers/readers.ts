import type {
  AudienceFigures,
  CalendarEvent,
  ChannelVideo,
  DriveFile,
  MailMessage,
  NetworkComment,
  NotebookRow,
} from '@atrium/contracts'
import type { Connection } from './connection.ts'

/** Messages of an account. */
export interface MailboxReader {
  search(
    connection: Connection,
    asked: {
      query: string
      excludeLabel: string | undefined
      /** Seconds since 1970. */
      after: number | undefined
      cursor: string | null
      limit: number
    },
  ): Promise<{ ids: string[]; excludedLabelId: string | null; next: string | null }>
  /** One message with its source; undefined for one that is gone. */
  message(connection: Connection, id: string): Promise<StoredMail | undefined>
  /** Labels messages and answers the label's id. */
  label(connection: Connection, label: string, ids: readonly string[]): Promise<string>
}

export interface StoredMail {
  about: Omit<MailMessage, 'source'>
  /** Empty for a message that is too large. */
  source: Buffer
}

export type EventsRead =
  | { kind: 'sync'; token: string | null; from: string }
  | { kind: 'window'; from: string; to: string }

/** Calendars of an account. */
export interface CalendarReader {
  calendars(
    connection: Connection,
    cursor: string | null,
  ): Promise<{
    calendars: { id: string; name: string; primary: boolean; selected: boolean; timeZone: string | null }[]
    next: string | null
  }>
  /** Throws a `NetworkError` with the code 410 for an ended token. */
  events(
    connection: Connection,
    calendarId: string,
    read: EventsRead,
    cursor: string | null,
  ): Promise<{ events: CalendarEvent[]; next: string | null; syncToken: string | null }>
}

/** Files of an account. */
export interface DriveReader {
  list(
    connection: Connection,
    asked: {
      folder: string | undefined
      query: string
      changedSince: string | undefined
      cursor: string | null
    },
  ): Promise<{ files: DriveFile[]; next: string | null }>
  /** The bytes of a file, or of the text of a document; undefined for one that is gone. */
  file(connection: Connection, id: string, mimeType: string): Promise<StoredFile | undefined>
}

export interface StoredFile {
  contentType: string
  source: Buffer
}

/** Databases of an account. */
export interface NotebookReader {
  query(
    connection: Connection,
    asked: { database: string; changedSince: string | undefined; cursor: string | null },
  ): Promise<{ rows: NotebookRow[]; next: string | null }>
  page(
    connection: Connection,
    id: string,
    cursor: string | null,
  ): Promise<{ lines: string[]; next: string | null }>
}

/** Videos of a channel. */
export interface VideoReader {
  list(
    connection: Connection,
    asked: { playlist: string | undefined; cursor: string | null },
  ): Promise<{ videos: ChannelVideo[]; next: string | null }>
}

/** One page of the comments below a post; `next` is the cursor of the next one. */
export interface CommentPage {
  comments: NetworkComment[]
  next: string | null
}

export type CommentReader = (
  connection: Connection,
  externalId: string,
  cursor: string | null,
) => Promise<CommentPage>

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
