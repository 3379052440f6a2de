import { z } from 'zod'
import { cursor, ReadCursor, readRpc } from './outcome.ts'

export const ChannelVideo = z.object({
  id: z.string().min(1).max(100),
  title: z.string(),
  description: z.string(),
  publishedAt: z.string().nullable(),
  url: z.string(),
  pictureUrl: z.string().nullable(),
})
export type ChannelVideo = z.infer<typeof ChannelVideo>

export const ReadVideos = readRpc({
  subject: 'connect.video-list',
  description:
    'One page of the videos of a playlist, or of the uploads of the channel, in the order of the network',
  asked: {
    playlist: z
      .string()
      .regex(/^[\w-]{1,100}$/, { error: 'This is not a playlist ID' })
      .optional(),
    cursor,
  },
  page: { videos: z.array(ChannelVideo), next: ReadCursor },
})
