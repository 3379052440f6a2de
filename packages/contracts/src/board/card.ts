import { z } from 'zod'
import { EmailAddress } from '../core/email-address.ts'
import { JsonRecord } from '../core/free-json.ts'
import { mailRecipientsAtMost } from '../core/mail-recipients.ts'
import {
  CalendarDay,
  DayOrMoment,
  named,
  namedAs,
  namedBody,
  pageQuery,
  pageSchema,
  Timestamp,
  WebUrl,
} from '../core/schemas.ts'
import { Tags } from '../core/tags.ts'
import { LinkHandling, Platform } from '../posts/platforms.ts'
import { CardKind } from './card-kind.ts'
import { enrichmentStatuses, ordinaryStatuses, postStatuses } from './card-statuses.ts'

export const CardStatus = z.enum([...ordinaryStatuses, ...enrichmentStatuses, ...postStatuses])
export type CardStatus = z.infer<typeof CardStatus>

export const maxCardBody = 100_000

export const Destination = z.strictObject({
  scheme: z.string().regex(/^[a-z][a-z0-9+.-]{0,31}$/),
  host: z
    .string()
    .max(253)
    .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/)
    .optional(),
})
export type Destination = z.infer<typeof Destination>

export const PostFailure = z.object({
  /** A stable code for the cause: `rate_limited`, `token_invalid`, `unconfirmed`, … */
  class: z.string(),
  message: z.string(),
  /** What the user can do. Null if no remedy is known. */
  fix: z.string().nullable(),
})
export type PostFailure = z.infer<typeof PostFailure>

export const PostPublisher = z.object({ id: z.string(), name: z.string() })
export type PostPublisher = z.infer<typeof PostPublisher>

export const Post = named('Post', {
  platform: Platform,
  channelId: z.string().nullable(),
  link: z.string().nullable(),
  linkHandling: LinkHandling,
  media: z.array(z.string()),
  firstComment: z.string().nullable(),
  // Services of an earlier release do not send this.
  to: z.array(z.string()).default([]),
  externalId: z.string().nullable(),
  externalUrl: z.string().nullable(),
  failure: PostFailure.nullable(),
  postedAt: Timestamp.nullable().default(null),
  postedBy: PostPublisher.nullable().default(null),
  clicks: z.number().int().nullable().default(null),
})
export type Post = z.infer<typeof Post>

export const Card = namedAs('Card', 'A card of any kind', {
  id: z.string(),
  kind: CardKind,
  title: z.string(),
  body: z.string(),
  status: CardStatus,
  tags: z.array(z.string()),
  dueDate: Timestamp.nullable(),
  // Services of an earlier release do not send this.
  dueAllDay: z.boolean().default(false),
  dueOn: CalendarDay.nullable().default(null),
  destination: z.object({ scheme: z.string(), host: z.string().optional() }).nullable(),
  fields: z.record(z.string(), z.unknown()),
  ownerId: z.string(),
  orgId: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  post: Post.optional(),
})
export type Card = z.infer<typeof Card>

// The last day ends in the year 10000 in zones west of UTC, and a timestamp cannot express that.
const DueDate = DayOrMoment.refine((text) => text !== '9999-12-31', 'Choose an earlier day')

/** The recipients if the post goes out by mail, each once. */
const Recipients = z
  .array(EmailAddress)
  .max(mailRecipientsAtMost)
  .transform((addresses) => [
    ...new Map(addresses.map((each) => [each.toLowerCase(), each])).values(),
  ])

export const PostInput = z
  .strictObject({
    platform: Platform,
    channelId: z.string().min(1).max(100).nullable(),
    link: WebUrl.nullable(),
    linkHandling: LinkHandling,
    media: z.array(z.string().min(1).max(2_048)).max(20),
    firstComment: z.string().max(40_000).nullable(),
    to: Recipients,
  })
  .partial()
  .meta({ id: 'PostInput' })
export type PostInput = z.infer<typeof PostInput>

const cardShape = {
  title: z.string().max(500).optional(),
  body: z.string().max(maxCardBody).optional(),
  status: CardStatus.optional(),
  tags: Tags.optional(),
  dueDate: DueDate.nullable().optional(),
  destination: Destination.nullable().optional(),
  fields: JsonRecord.optional(),
  post: PostInput.optional(),
}

/** A new card. Only posts and links may omit `title`. */
export const NewCard = namedBody('NewCard', { kind: CardKind.default('task'), ...cardShape })
export type NewCard = z.infer<typeof NewCard>

export const maxBulkCards = 200

/** One change, or a deletion, for many cards. */
export const BulkCards = z
  .strictObject({
    ids: z.array(z.string().min(1).max(100)).min(1).max(maxBulkCards),
    set: z
      .strictObject({
        status: CardStatus.optional(),
        addTags: Tags.optional(),
        removeTags: Tags.optional(),
        dueDate: DueDate.nullable().optional(),
      })
      .refine((set) => Object.values(set).some((value) => value !== undefined), {
        error: 'Name at least one change',
      })
      .optional(),
    delete: z.literal(true).optional(),
  })
  .refine((bulk) => (bulk.set === undefined) !== (bulk.delete === undefined), {
    error: 'Either set or delete is needed',
  })
  .meta({ id: 'BulkCards' })
export type BulkCards = z.infer<typeof BulkCards>

export const BulkResult = z
  .object({
    changed: z.array(z.string()),
    refused: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
  })
  .meta({
    id: 'BulkResult',
    description: 'The cards that are as asked for, and those that were left alone',
  })
export type BulkResult = z.infer<typeof BulkResult>

/** A merge (RFC 7396): absent fields stay, and `null` inside `fields` removes an entry. */
export const CardPatch = z.strictObject(cardShape).meta({ id: 'CardPatch' })
export type CardPatch = z.infer<typeof CardPatch>

const oneOrMore = <T extends z.ZodType>(item: T, error?: string) =>
  z.union([item, z.array(item).max(20)], error)

export const cardFilters = {
  kind: oneOrMore(CardKind, `One of ${CardKind.options.join(', ')}, 20 at most`).optional(),
  status: oneOrMore(CardStatus, `One of ${CardStatus.options.join(', ')}, 20 at most`).optional(),
  tag: oneOrMore(z.string().min(1).max(100)).optional(),
  q: z.string().max(500).optional(),
  dueBefore: DayOrMoment.optional(),
  dueAfter: DayOrMoment.optional(),
  postedBefore: DayOrMoment.optional(),
  postedAfter: DayOrMoment.optional(),
}

export const cardOrder = {
  sortBy: z.enum(['createdAt', 'updatedAt', 'dueDate', 'title', 'status']).default('createdAt'),
  sortDir: z.enum(['asc', 'desc']).default('desc'),
}

/** The page size limits for a card list, and for a range of dates with both ends. */
export const maxPages = { list: 100, range: 1_000 } as const

export const CardQuery = z
  .object({
    ...cardFilters,
    ...cardOrder,
    ...pageQuery,
    limit: z.coerce.number().int().min(1).max(maxPages.range).default(25),
  })
  .refine(
    ({ limit, dueAfter, dueBefore, postedAfter, postedBefore }) =>
      limit <= maxPages.list ||
      (dueAfter !== undefined && dueBefore !== undefined) ||
      (postedAfter !== undefined && postedBefore !== undefined),
    { path: ['limit'], error: `At most ${maxPages.list} without both dueAfter and dueBefore` },
  )
export type CardQuery = z.infer<typeof CardQuery>

export const CardPage = pageSchema(Card).meta({ id: 'CardPage' })
export type CardPage = z.infer<typeof CardPage>
