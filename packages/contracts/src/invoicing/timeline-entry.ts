import { z } from 'zod'
import { ChangeAuthor } from '../board/timeline.ts'
import { named, pageQuery, Timestamp } from '../core/schemas.ts'

/** An event of a thing that is billed: its kind, its words, the facts that its kind has, and its author. */
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
