import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { maxReadBytes, ReadCursor, readOutcome, readTarget, readTimeoutMs } from './outcome.ts'

/** Messages of one page; docs/reference/workflows.md, "Limits". */
export const mailPageSize = 100

/** The largest message that is read as a whole, in bytes. */
export const maxMailBytes = 32 * 1024 * 1024

const MessageId = z.string().regex(/^[\w-]{1,100}$/, { error: 'Not the id of a message' })
const LabelName = z.string().trim().min(1).max(225)

export const SearchMailbox = defineRpc({
  subject: 'connect.mailbox-search',
  description: 'One page of the messages that a search of the mailbox provider finds, newest first',
  input: z.object({
    ...readTarget,
    /** In the provider's own search language. */
    query: z.string().max(2_000).default(''),
    /** Messages that carry this label are left out. */
    excludeLabel: LabelName.optional(),
    /** Only messages that arrived after this moment, in seconds since 1970. */
    after: z.number().int().min(0).optional(),
    cursor: ReadCursor.default(null),
    limit: z.number().int().min(1).max(mailPageSize).default(mailPageSize),
  }),
  output: readOutcome(
    z.object({
      ids: z.array(MessageId).max(mailPageSize),
      /** The id of `excludeLabel`; null while the mailbox has no such label. */
      excludedLabelId: z.string().nullable(),
      next: ReadCursor,
    }),
  ),
  timeoutMs: readTimeoutMs,
})

export const MailMessage = z.object({
  id: MessageId,
  threadId: z.string(),
  labelIds: z.array(z.string()),
  snippet: z.string(),
  /** Milliseconds since 1970. */
  receivedAt: z.number(),
  /** Bytes of its source. */
  size: z.number().int(),
  /** Its source (RFC 5322) in base64; null where it does not fit into this answer. */
  source: z.string().nullable(),
  /** Beyond the size that is read; its headers alone are here. */
  tooLarge: z.boolean(),
  /** Headers of a message that is too large. */
  headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
})
export type MailMessage = z.infer<typeof MailMessage>

export const ReadMessages = defineRpc({
  subject: 'connect.mailbox-messages',
  description:
    'Messages with their source, as many of the first as fit into an answer; `read` counts the ids that are settled, those of messages that are gone included',
  input: z.object({ ...readTarget, ids: z.array(MessageId).min(1).max(mailPageSize) }),
  output: readOutcome(z.object({ messages: z.array(MailMessage), read: z.number().int().min(1) })),
  timeoutMs: readTimeoutMs,
})

export const ReadMessagePart = defineRpc({
  subject: 'connect.mailbox-source',
  description: 'A part of the source of a message that is too long for one answer',
  input: z.object({ ...readTarget, id: MessageId, offset: z.number().int().min(0) }),
  output: readOutcome(
    z.object({
      /** In base64, at most `maxReadBytes`. */
      bytes: z.string().max(Math.ceil(maxReadBytes / 3) * 4),
      size: z.number().int(),
      next: z.number().int().nullable(),
    }),
  ),
  timeoutMs: readTimeoutMs,
})

export const LabelMessages = defineRpc({
  subject: 'connect.mailbox-label',
  description: 'Adds a label to messages, which makes the label where there is none; safe to repeat',
  input: z.object({ ...readTarget, label: LabelName, ids: z.array(MessageId).min(1).max(1_000) }),
  output: readOutcome(z.object({ labelId: z.string() })),
  timeoutMs: readTimeoutMs,
})
