import { z } from 'zod'
import { DayOrMoment, pageQuery, pageSchema } from '../core/schemas.ts'
import { Card, CardStatus } from './card.ts'
import { CardKind } from './card-kind.ts'

const oneOrMore = <T extends z.ZodType>(item: T, error?: string) =>
  z.union([item, z.array(item).max(20)], error)

export const cardFilters = {
  kind: oneOrMore(CardKind, `One of ${CardKind.options.join(', ')}, 20 at most`)
    .optional()
    .describe('Returns only records of this kind.'),
  status: oneOrMore(CardStatus, `One of ${CardStatus.options.join(', ')}, 20 at most`)
    .optional()
    .describe('Returns only records with this status.'),
  tag: oneOrMore(z.string().min(1).max(100))
    .optional()
    .describe('Returns only cards with this tag.'),
  assignee: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Returns only cards of this assignee: `me`, a user id, or `none` for cards that nobody is assigned to.',
    ),
  customerId: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Returns only cards about this customer.'),
  columnId: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe('Returns only cards that this column of the board shows.'),
  q: z.string().max(500).optional().describe('The text to search for.'),
  dueBefore: DayOrMoment.optional().describe(
    'Returns only cards due before this time, or before the start of this day in the organisation’s time zone.',
  ),
  dueAfter: DayOrMoment.optional().describe(
    'Returns only cards due at or after this time, or from the start of this day in the organisation’s time zone.',
  ),
  postedBefore: DayOrMoment.optional().describe(
    'Returns only posts published before this time, or before the start of this day in the organisation’s time zone.',
  ),
  postedAfter: DayOrMoment.optional().describe(
    'Returns only posts published at or after this time, or from the start of this day in the organisation’s time zone.',
  ),
}

export const cardOrder = {
  sortBy: z
    .enum(['createdAt', 'updatedAt', 'dueDate', 'title', 'status'])
    .default('createdAt')
    .describe('The field to sort by.'),
  sortDir: z.enum(['asc', 'desc']).default('desc').describe('The sort direction.'),
}

/** The page size limits for a card list, and for a range of dates with both ends. */
export const maxPages = { list: 100, range: 1_000 } as const

export const CardQuery = z
  .object({
    ...cardFilters,
    ...cardOrder,
    ...pageQuery,
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxPages.range)
      .default(25)
      .describe('The page size.'),
  })
  .refine(
    ({ limit, dueAfter, dueBefore, postedAfter, postedBefore }) =>
      limit <= maxPages.list ||
      (dueAfter !== undefined && dueBefore !== undefined) ||
      (postedAfter !== undefined && postedBefore !== undefined),
    {
      path: ['limit'],
      error: `At most ${maxPages.list} unless you give dueAfter and dueBefore, or postedAfter and postedBefore`,
    },
  )
export type CardQuery = z.infer<typeof CardQuery>

export const CardPage = pageSchema(Card)
  .extend({
    total: z
      .number()
      .int()
      .describe(
        'The number of cards on all pages. Above 10,000 it is an estimate. With `q`, it is at most 1,000.',
      ),
  })
  .meta({ id: 'CardPage' })
export type CardPage = z.infer<typeof CardPage>
