import { z } from 'zod'
import { pageOf, pageQuery, Timestamp, visible } from '../core/schemas.ts'

/** Characters of one timeline entry at most. */
export const maxTimelineBody = 20_000

export const TimelineAuthor = z.object({ type: z.enum(['user', 'agent']), id: z.string() })
export type TimelineAuthor = z.infer<typeof TimelineAuthor>

export const TimelineEntry = z
  .object({
    id: z.string(),
    kind: z.string(),
    body: z.string(),
    author: TimelineAuthor,
    createdAt: Timestamp,
  })
  .meta({ id: 'TimelineEntry' })
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const NewTimelineEntry = z
  .strictObject({
    kind: z
      .string()
      .regex(/^[a-z][a-z0-9_.-]{0,49}$/)
      .default('system'),
    body: z.string().max(maxTimelineBody).regex(visible, { error: 'The entry is empty' }),
  })
  .meta({ id: 'NewTimelineEntry' })
export type NewTimelineEntry = z.infer<typeof NewTimelineEntry>

export const TimelineQuery = z.object({ sortDir: z.enum(['asc', 'desc']).default('desc'), ...pageQuery })
export type TimelineQuery = z.infer<typeof TimelineQuery>
export const TimelinePage = pageOf(TimelineEntry).meta({ id: 'TimelinePage' })
