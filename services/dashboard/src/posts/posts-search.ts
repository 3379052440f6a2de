import { postStatuses } from '@atrium/contracts'
import { z } from 'zod'

const text = z.string().trim().max(500).optional().catch(undefined)

export const PostsSearch = z.object({
  view: z
    .enum(['month', 'week', 'list', 'upcoming', 'published', 'review', 'report'])
    .optional()
    .catch(undefined),
  /** A day in the shown range, in the organisation's time zone. */
  date: z.iso.date().optional().catch(undefined),
  channel: text,
  status: z.enum(postStatuses).optional().catch(undefined),
  post: text,
  /** The id of the post in the composer, or `new`. */
  compose: text,
  due: z.iso.datetime().optional().catch(undefined),
  /** The text and pictures that a new post starts with. */
  text: z.string().max(10_000).optional().catch(undefined),
  media: z.array(z.url().max(1_000)).max(10).optional().catch(undefined),
})
export type PostsSearch = z.infer<typeof PostsSearch>

export type PostFilters = Pick<PostsSearch, 'channel' | 'status'>
