import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { ReadCursor, readOutcome, readTarget, readTimeoutMs } from './outcome.ts'

export const ChannelVideo = z.object({
  id: z.string().min(1).max(100),
  title: z.string(),
  description: z.string(),
  publishedAt: z.string().nullable(),
  url: z.string(),
  pictureUrl: z.string().nullable(),
})
export type ChannelVideo = z.infer<typeof ChannelVideo>

export const ReadVideos = defineRpc({
  subject: 'connect.video-list',
  description:
    'One page of the videos of a playlist, or of the uploads of the channel, in the order of the network',
  input: z.object({
    ...readTarget,
    playlist: z
      .string()
      .regex(/^[\w-]{1,100}$/, { error: 'Not the id of a playlist' })
      .optional(),
    cursor: ReadCursor.default(null),
  }),
  output: readOutcome(z.object({ videos: z.array(ChannelVideo), next: ReadCursor })),
  timeoutMs: readTimeoutMs,
})
