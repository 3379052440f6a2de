import { z } from 'zod'
import { ChangeAuthor } from '../board/timeline.ts'
import { named, pageQuery, Timestamp } from '../core/schemas.ts'

/** Declares a billing history entry: kind, text, the facts for the kind, and author. */
export const timelineEntry = <K extends string, D extends z.ZodType>(
  id: string,
  kinds: readonly [K, ...K[]],
  detail: D,
) =>
  named(id, {
    id: z.string(),
    kind: z.enum(kinds),
    body: z.string(),
    detail,
    author: ChangeAuthor,
    createdAt: Timestamp,
  })

export const BillingTimelineQuery = z.object({
  sortDir: z.enum(['asc', 'desc']).default('desc'),
  ...pageQuery,
})
export type BillingTimelineQuery = z.output<typeof BillingTimelineQuery>
