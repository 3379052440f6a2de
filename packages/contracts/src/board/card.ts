import { z } from 'zod'
import { EmailAddress } from '../core/email-address.ts'
import { JsonRecord } from '../core/free-json.ts'
import { mailRecipientsAtMost } from '../core/mail-recipients.ts'
import {
  CalendarDay,
  CreatedAt,
  DayOrMoment,
  named,
  namedAs,
  namedBody,
  OrgId,
  RecordId,
  Timestamp,
  UpdatedAt,
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
  scheme: z
    .string()
    .regex(/^[a-z][a-z0-9+.-]{0,31}$/)
    .describe('`automated` if the platform publishes the post, `manual` if a user posts it.'),
  host: z
    .string()
    .max(253)
    .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/)
    .optional()
    .describe('The network’s host.'),
})
export type Destination = z.infer<typeof Destination>

export const PostFailure = z.object({
  class: z
    .string()
    .describe(
      'A stable code for the cause, for example `rate_limited`, `token_invalid` or `unconfirmed`.',
    ),
  message: z.string().describe('The cause in words.'),
  fix: z.string().nullable().describe('What the user can do. Null if no remedy is known.'),
})
export type PostFailure = z.infer<typeof PostFailure>

export const PostPublisher = z.object({
  id: z.string().describe('The member’s user id.'),
  name: z.string().describe('The member’s name.'),
})
export type PostPublisher = z.infer<typeof PostPublisher>

export const Post = named('Post', {
  platform: Platform.describe('The network’s neutral name.'),
  channelId: z
    .string()
    .nullable()
    .describe(
      'The channel that publishes the post. Null if a user posts it, or until a channel is chosen.',
    ),
  link: z.string().nullable().describe('The URL that the post links to. Null without a link.'),
  linkHandling: LinkHandling.describe(
    '`keep` shows the link, `omit` leaves it out, and `reply` puts it into a comment.',
  ),
  media: z.array(z.string()).describe('URLs of stored public files, in the post’s order.'),
  firstComment: z
    .string()
    .nullable()
    .describe('The text of the comment after the post. Null without a comment.'),
  // Services from an earlier release do not send these.
  thread: z
    .array(z.string())
    .default([])
    .describe('The texts of the posts that follow this one as a thread. Empty without a thread.'),
  partsPublished: z
    .number()
    .int()
    .default(0)
    .describe(
      'How many posts of a thread are published, the first one included, while the rest is not. Otherwise 0.',
    ),
  to: z
    .array(z.string())
    .default([])
    .describe(
      'The recipients if the post is an email, at most 50. Each gets a separate email. Empty for other posts.',
    ),
  externalId: z
    .string()
    .nullable()
    .describe('The post’s id at its network. Null until it is posted.'),
  externalUrl: z
    .string()
    .nullable()
    .describe('The post’s URL at its network. Null while it is unknown.'),
  failure: PostFailure.nullable().describe(
    'Why the post was not published. Null if it did not fail.',
  ),
  postedAt: Timestamp.nullable()
    .default(null)
    .describe(
      'When the network accepted the post, or when a user recorded it as posted. Null until then.',
    ),
  postedBy: PostPublisher.nullable()
    .default(null)
    .describe(
      'The member who published the post immediately or posted it. Null if it was published on schedule.',
    ),
  clicks: z
    .number()
    .int()
    .nullable()
    .default(null)
    .describe(
      'How often the links in the first comment were followed. Null if no link is tracked.',
    ),
})
export type Post = z.infer<typeof Post>

export const Card = namedAs('Card', 'A card of any kind', {
  id: RecordId,
  kind: CardKind.describe(
    'The card’s kind. It decides the statuses and fields, and never changes.',
  ),
  title: z.string().describe('The title. Empty if none was given.'),
  body: z.string().describe('The text. For a post, what is published.'),
  status: CardStatus.describe('The card’s status. Posts have statuses of their own.'),
  tags: z.array(z.string()).describe('Words to filter by, each once.'),
  dueDate: Timestamp.nullable().describe(
    'When the card is due. For an all-day card, the end of the day in the organisation’s time zone. A post is published at this time. Null without a due date.',
  ),
  // Services from an earlier release do not send this.
  dueAllDay: z
    .boolean()
    .default(false)
    .describe('True if the card is due on a day without a time.'),
  dueOn: CalendarDay.nullable()
    .default(null)
    .describe('The due day in the organisation’s time zone. Null without a due date.'),
  destination: z
    .object({
      scheme: z
        .string()
        .describe('`automated` if the platform publishes the post, `manual` if a user posts it.'),
      host: z.string().optional().describe('The network’s host.'),
    })
    .nullable()
    .describe('Where a post goes. Null if the card is not published.'),
  fields: z
    .record(z.string(), z.unknown())
    .describe('Free values of the card, for example a contact’s `email`.'),
  ownerId: z.string().describe('The id of the user who owns the card.'),
  // Services from an earlier release do not send these.
  assigneeId: z
    .string()
    .nullable()
    .default(null)
    .describe('The user id of the member who works on the card. Null if nobody is assigned.'),
  customerId: z
    .string()
    .nullable()
    .default(null)
    .describe('The customer whom the card is about. Null if it is about none.'),
  columnId: z
    .string()
    .nullable()
    .default(null)
    .describe('The board column of the card. Null for the first column of its status.'),
  orgId: OrgId,
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
  post: Post.optional().describe('The parts of a post. Absent on other cards.'),
})
export type Card = z.infer<typeof Card>

/**
 * A card's due date. The last day ends in the year 10000 in zones west of UTC, and a timestamp
 * cannot express that.
 */
export const DueDate = DayOrMoment.refine((text) => text !== '9999-12-31', 'Choose an earlier day')

/** The recipients if the post goes out by mail, each once. */
const Recipients = z
  .array(EmailAddress)
  .max(mailRecipientsAtMost)
  .transform((addresses) => [
    ...new Map(addresses.map((each) => [each.toLowerCase(), each])).values(),
  ])

/** The most posts after the first one of a thread. */
export const maxThread = 24

export const PostInput = z
  .strictObject({
    platform: Platform.describe('The network’s neutral name.'),
    channelId: z
      .string()
      .min(1)
      .max(100)
      .nullable()
      .describe(
        'The channel that publishes the post. Null if a user posts it, or until a channel is chosen.',
      ),
    link: WebUrl.nullable().describe('The URL that the post links to. Null without a link.'),
    linkHandling: LinkHandling.describe(
      '`keep` shows the link, `omit` leaves it out, and `reply` puts it into a comment.',
    ),
    media: z
      .array(z.string().min(1).max(2_048))
      .max(20)
      .describe('URLs of stored public files, in the post’s order.'),
    firstComment: z
      .string()
      .max(40_000)
      .nullable()
      .describe('The text of the comment after the post. Null without a comment.'),
    thread: z
      .array(z.string().max(4_000))
      .max(maxThread)
      .describe(
        'The texts of the posts that follow this one as a thread, each as a reply to the one before. Only for networks with threads.',
      ),
    to: Recipients.describe(
      'The recipients if the post is an email, at most 50. Each gets a separate email. Empty for other posts.',
    ),
  })
  .partial()
  .meta({ id: 'PostInput' })
export type PostInput = z.infer<typeof PostInput>

const cardShape = {
  title: z
    .string()
    .max(500)
    .optional()
    .describe('The title, at most 500 characters. A new post or link needs none.'),
  body: z
    .string()
    .max(maxCardBody)
    .optional()
    .describe('The text, at most 100,000 characters. For a post, what is published.'),
  status: CardStatus.optional().describe(
    'The card’s status. If the kind does not allow the move, the error is `invalid_transition`.',
  ),
  tags: Tags.optional().describe('Words to filter by, each once, at most 50.'),
  dueDate: DueDate.nullable()
    .optional()
    .describe(
      'When the card is due: a day (`2026-03-02`) for an all-day card, or a time. A post is published then, for a day at its end. Null removes the due date.',
    ),
  destination: Destination.nullable()
    .optional()
    .describe('Where a post goes. Null if the card is not published.'),
  assigneeId: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .describe('The user id of a member of the organisation. Null clears it.'),
  customerId: z
    .string()
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .describe('The id of a customer of the organisation. Null clears it.'),
  columnId: z
    .string()
    .min(1)
    .max(60)
    .nullable()
    .optional()
    .describe(
      'A column of the board. The card gets the column’s status. Null for the first column of its status.',
    ),
  fields: JsonRecord.optional().describe(
    'Free values of the card, for example a contact’s `email`, at most 1 MiB of JSON. A change merges them: absent ones stay, and null removes one.',
  ),
  post: PostInput.optional().describe(
    'The parts of a post, only for cards of kind `post`. A change keeps the parts that it leaves out.',
  ),
}

/** A new card. Only posts and links may omit `title`. */
export const NewCard = namedBody('NewCard', {
  kind: CardKind.default('task').describe(
    'The card’s kind, which never changes. `task` by default.',
  ),
  ...cardShape,
})
export type NewCard = z.infer<typeof NewCard>

/** A merge (RFC 7396): absent fields stay, and `null` inside `fields` removes an entry. */
export const CardPatch = z.strictObject(cardShape).meta({ id: 'CardPatch' })
export type CardPatch = z.infer<typeof CardPatch>
