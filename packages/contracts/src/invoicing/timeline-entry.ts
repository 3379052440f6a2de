import { z } from 'zod'
import { ChangeAuthor } from '../board/timeline.ts'
import { named, pageQuery, RecordId, Timestamp } from '../core/schemas.ts'

/** Declares a billing history entry: kind, text, the facts for the kind, and author. */
export const timelineEntry = <K extends string, D extends z.ZodType>(
  id: string,
  kinds: readonly [K, ...K[]],
  detail: D,
) =>
  named(id, {
    id: RecordId,
    kind: z.enum(kinds).describe('What happened.'),
    body: z.string().describe('The event in words.'),
    detail: detail.describe('The facts of the event. The kind decides which are set.'),
    author: ChangeAuthor.describe(
      'Who caused the event: a user, or the agent `processor`, `customer` or `invoicing` (the platform itself).',
    ),
    createdAt: Timestamp.describe('When the event happened.'),
  })

export const BillingTimelineQuery = z.object({
  sortDir: z.enum(['asc', 'desc']).default('desc').describe('The sort direction.'),
  ...pageQuery,
})
export type BillingTimelineQuery = z.output<typeof BillingTimelineQuery>
