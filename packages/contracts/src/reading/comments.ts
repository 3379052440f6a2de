import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { ReadCursor, readOutcome, readTarget, readTimeoutMs } from './outcome.ts'

/** A comment below a published post, as its network shows it. */
export const NetworkComment = z.object({
  id: z.string(),
  message: z.string(),
  createdAt: z.string().nullable(),
  /** Null where the network withholds it. */
  author: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type NetworkComment = z.infer<typeof NetworkComment>

export const ReadComments = defineRpc({
  subject: 'connect.comment-list',
  description: 'One page of the comments below a published post, in the order of its network',
  input: z.object({
    ...readTarget,
    externalId: z.string().min(1).max(500),
    cursor: ReadCursor.default(null),
  }),
  output: readOutcome(z.object({ comments: z.array(NetworkComment), next: ReadCursor })),
  timeoutMs: readTimeoutMs,
})
