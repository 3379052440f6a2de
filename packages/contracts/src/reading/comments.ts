import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { cursor, ReadCursor, readRpc } from './outcome.ts'

/** A comment below a published post, as the network shows it. */
export const NetworkComment = z.object({
  id: z.string(),
  message: z.string(),
  createdAt: z.string().nullable(),
  /** Null if the network withholds it. */
  author: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type NetworkComment = z.infer<typeof NetworkComment>

/**
 * `own` is true if the organisation wrote the comment. Earlier versions of connect do not send it.
 */
export const JudgedComment = NetworkComment.extend({ own: z.boolean().optional() })
export type JudgedComment = z.infer<typeof JudgedComment>

export const ReadComments = readRpc({
  subject: 'connect.comment-list',
  description: 'One page of the comments below a published post, in the order of its network',
  asked: { externalId: z.string().min(1).max(500), cursor },
  page: { comments: z.array(JudgedComment), next: ReadCursor },
})

export const ReadPostComments = defineRpc({
  subject: 'connect.read-comments',
  description: 'One page of the comments below a published post, for a person who looks at it',
  input: z.object({
    orgId: z.string(),
    /** The reading member. The channel must be theirs or shared with the organisation. */
    actorId: z.string(),
    channelId: z.string(),
    externalId: z.string(),
    cursor,
  }),
  output: z.object({ items: z.array(NetworkComment), next: cursor }),
  timeoutMs: 30_000,
})
