import { z } from 'zod'
import { cursor, partOfFile, ReadCursor, readRpc } from './outcome.ts'

/** Messages per page (docs/reference/workflows.md, "Mail"). */
export const mailPageSize = 100

/** The largest message to read in full, in bytes. */
export const maxMailBytes = 32 * 1024 * 1024

const MessageId = z.string().regex(/^[\w-]{1,200}$/, { error: 'This is not a message ID' })
const LabelName = z.string().trim().min(1).max(225)

export const SearchMailbox = readRpc({
  subject: 'connect.mailbox-search',
  description: 'One page of the messages that a search of the mailbox provider finds, newest first',
  asked: {
    query: z.string().max(2_000).default(''),
    /** Leaves out messages with this label. */
    excludeLabel: LabelName.optional(),
    /** Returns only messages newer than this time, in seconds since 1970. */
    after: z.number().int().min(0).optional(),
    cursor,
    limit: z.number().int().min(1).max(mailPageSize).default(mailPageSize),
  },
  page: {
    ids: z.array(MessageId).max(mailPageSize),
    /** The id of `excludeLabel`. Null if the mailbox has no such label. */
    excludedLabelId: z.string().nullable(),
    /** Changes when the server gives its messages new ids. Null if ids never change. */
    numbering: z.string().max(20).nullable().default(null),
    next: ReadCursor,
  },
})

export const MailMessage = z.object({
  id: MessageId,
  threadId: z.string(),
  labelIds: z.array(z.string()),
  snippet: z.string(),
  /** Milliseconds since 1970. */
  receivedAt: z.number(),
  size: z.number().int(),
  /** The source (RFC 5322) in base64. Null if it does not fit into this response. */
  source: z.string().nullable(),
  /** True if the message is too large or cannot be read. Then only its headers are included. */
  tooLarge: z.boolean(),
  /** Why the message cannot be read. Absent if it is only too large. */
  problem: z.string().max(1_000).optional(),
  /**
   * Where the message can be read in a browser. Null if the mailbox has no web page. If absent, the
   * message is from the mailbox network.
   */
  url: z.string().nullable().optional(),
  /** The headers of a message that is too large. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
})
export type MailMessage = z.infer<typeof MailMessage>

export const ReadMessages = readRpc({
  subject: 'connect.mailbox-messages',
  description:
    'Messages with their source, as many of the first as fit into an answer; `read` counts the ids that are settled, those of messages that are gone included',
  asked: { ids: z.array(MessageId).min(1).max(mailPageSize) },
  page: { messages: z.array(MailMessage), read: z.number().int().min(1) },
})

export const ReadMessagePart = readRpc({
  subject: 'connect.mailbox-source',
  description: 'A part of the source of a message that is too long for one answer',
  asked: { id: MessageId, offset: z.number().int().min(0) },
  page: partOfFile,
})

export const LabelMessages = readRpc({
  subject: 'connect.mailbox-label',
  description:
    'Adds a label to messages, which makes the label where there is none; safe to repeat',
  asked: { label: LabelName, ids: z.array(MessageId).min(1).max(1_000) },
  page: { labelId: z.string() },
})

/** The most file bytes in one bus message. */
export const maxMailboxFileBytes = 256 * 1024
/**
 * The most bytes for all files in a mail. Many mail servers refuse a mail over 20 MB, and Base64
 * turns three bytes into four.
 */
export const maxMailFileBytes = 15_000_000

const outgoing = {
  key: z.string().min(1).max(200),
  to: z.string().max(320),
  subject: z.string().min(1).max(200),
  text: z.string().min(1).max(100_000),
  replyTo: z.string().max(320).optional(),
}
const sent = {
  state: z.enum(['sent', 'unconfirmed']),
  /** A hint for the reader, for example that no copy could be put into the Sent folder. */
  note: z.string().nullable(),
}

export const SendFromMailbox = readRpc({
  subject: 'connect.mailbox-send',
  description:
    'Sends a mail from the mailbox’s own address, at most once for each key; `unconfirmed` if it may have left',
  asked: {
    ...outgoing,
    /** Sent by runners from earlier releases. */
    files: z
      .array(
        z.object({
          name: z.string().max(300),
          contentType: z.string().max(200),
          /** Base64. */
          bytes: z.string().max(Math.ceil(maxMailboxFileBytes / 3) * 4),
        }),
      )
      .max(20)
      .default([]),
  },
  page: sent,
})

export const SendFilesFromMailbox = readRpc({
  subject: 'connect.mailbox-send-files',
  description:
    'Sends a mail like `connect.mailbox-send`, with files of the organisation’s runs, which are read part by part',
  asked: {
    ...outgoing,
    files: z
      .array(
        z.object({
          fileId: z.string().max(200),
          name: z.string().max(300),
          contentType: z.string().max(200),
          bytes: z.number().int().min(0).max(maxMailFileBytes),
        }),
      )
      .min(1)
      .max(20)
      .refine((files) => files.reduce((sum, { bytes }) => sum + bytes, 0) <= maxMailFileBytes),
  },
  page: sent,
})
