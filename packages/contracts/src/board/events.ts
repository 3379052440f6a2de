import { z } from 'zod'
import {
  defineDomainEvent,
  defineInternalEvent,
  defineLiveEvent,
  definePostEvent,
} from '../core/messages.ts'
import { CardStatus, PostFailure } from './card.ts'
import { CardKind } from './card-kind.ts'

const taskId = z.string().describe('The card’s id.')
const ownerId = z.string().describe('The id of the user who owns the card.')
// Events from before an update lack it.
const actorId = z
  .string()
  .nullable()
  .default(null)
  .describe('The id of the user who did it. Null if no user did.')
const card = {
  taskId,
  kind: CardKind.describe('The card’s kind.'),
  title: z.string().describe('The card’s title, otherwise the first words of its text.'),
  status: CardStatus.describe('The card’s current status.'),
  tags: z.array(z.string()).describe('The card’s tags.'),
  ownerId,
  actorId,
}
const post = {
  taskId,
  // Events from before an update lack the text.
  text: z.string().default('').describe('The post’s text.'),
  externalUrl: z
    .string()
    .nullable()
    .default(null)
    .describe('The post’s URL at the network. Null until it is known.'),
  platform: z.string().describe('The network’s neutral name.'),
  channelId: z.string().nullable().describe('The id of the channel. Null if a user posts it.'),
  accountName: z
    .string()
    .nullable()
    .default(null)
    .describe('The account’s name when the post was last changed or approved. Null without one.'),
  title: z.string().describe('The card’s title, otherwise the first words of its text.'),
  ownerId,
  actorId,
}
const site = {
  siteId: z.string().describe('The site’s id.'),
  slug: z.string().describe('The last part of the site’s public URL.'),
  name: z.string().describe('The site’s name.'),
  actorId,
}

export const CardCreated = defineDomainEvent('task.created', 'A card of any kind was created', card)
export const CardUpdated = defineDomainEvent('task.updated', 'A card was changed', {
  ...card,
  changed: z.array(z.string()).describe('The names of the changed fields.'),
})
export const CardStatusChanged = defineDomainEvent(
  'task.status_changed',
  'A card moved to another status',
  {
    ...card,
    previousStatus: CardStatus.describe('The previous status.'),
  },
)
export const CardAssigned = defineDomainEvent('task.assigned', 'A card was assigned to a member', {
  taskId,
  // Events from before an update lack kind and owner.
  kind: CardKind.default('task').describe('The card’s kind.'),
  title: card.title,
  ownerId: ownerId.default('').describe('The id of the user who owns the card.'),
  assigneeId: z.string().describe('The user id of the member who works on the card.'),
  byId: z.string().describe('The id of the user who assigned the card, or of the workflow.'),
})
export const CardDeleted = defineDomainEvent('task.deleted', 'A card was deleted', {
  taskId,
  kind: card.kind,
  title: card.title,
  ownerId,
  actorId,
  reason: z.enum(['deleted', 'pruned', 'bulk']).describe('How the card was deleted.'),
})
export const BoardColumnsChanged = defineLiveEvent(
  'task.columns_changed',
  'The columns of the board were changed',
  { userId: z.string().describe('The author of the change.') },
)
export const LinkCaptured = defineDomainEvent('link.captured', 'A link was saved to the board', {
  taskId,
  url: z.string().describe('The URL as it was captured.'),
  canonicalUrl: z.string().describe('The page’s canonical URL.'),
  ownerId,
})
export const ContactCreated = defineDomainEvent('contact.created', 'A contact was created', {
  taskId,
  name: z.string().describe('The contact’s name.'),
  email: z.string().nullable().describe('The contact’s email address. Null if unknown.'),
  ownerId,
})
export const TimelineEntryAdded = defineDomainEvent(
  'timeline.entry_added',
  'Something was written on a card’s timeline',
  {
    taskId,
    entryId: z.string().describe('The entry’s id.'),
    kind: z.string().describe('The entry’s kind.'),
    authorType: z.enum(['user', 'agent']).describe('Who wrote the entry: a user or an agent.'),
    ownerId,
  },
)
export const PostReviewed = definePostEvent('post.reviewed', 'A post was approved and scheduled', {
  ...post,
  dueDate: z.string().describe('When the post is going to be published.'),
})
export const PostPosted = definePostEvent('post.posted', 'A network took a post', {
  ...post,
  externalId: z.string().nullable().describe('The post’s id at the network. Null if unknown.'),
})
export const PostFailed = definePostEvent('post.failed', 'A network refused a post', {
  ...post,
  failure: PostFailure.describe('The cause and the remedy.'),
})
export const PostUnconfirmed = definePostEvent(
  'post.unconfirmed',
  'The outcome of a post is unknown; it is not posted again automatically',
  { ...post, failure: PostFailure.describe('What is known about the failure.') },
)
export const PostHandedOff = definePostEvent(
  'post.handed_off',
  'A person opened the network’s composer with a post’s text',
  post,
)
export const PostPostedByHand = definePostEvent(
  'post.posted_by_hand',
  'A person marked a post as posted',
  post,
)
export const SitePublished = defineDomainEvent('site.published', 'A site was published', site)
export const SiteUnpublished = defineDomainEvent('site.unpublished', 'A site was taken off', site)
export const QuoteSubmitted = defineDomainEvent('quote.submitted', 'A visitor asked for a quote', {
  taskId,
  name: z.string().describe('The visitor’s name.'),
  email: z.string().describe('The email address for the reply.'),
  message: z.string().describe('The visitor’s text.'),
  ownerId,
})
export const SupportRequested = defineDomainEvent(
  'support.requested',
  'A visitor contacted the operator',
  {
    taskId,
    name: z.string().describe('The sender’s name.'),
    email: z.string().describe('The email address for the reply.'),
    subject: z.string().describe('The subject of the message.'),
    ownerId,
  },
)

const leadSources = ['quote', 'contact_form', 'waiting_list', 'signup'] as const
export const LeadReceived = defineDomainEvent(
  'lead.received',
  'Somebody asked for a quote, wrote to you, joined a waiting list or signed up',
  {
    taskId,
    source: z.enum(leadSources).describe('Where the lead comes from.'),
    name: z.string().describe('The person’s name.'),
    email: z.string().describe('The person’s email address.'),
    message: z.string().describe('The person’s text. Empty if there is none.'),
  },
)
export const CommentCaptured = defineDomainEvent(
  'comment.captured',
  'A visitor’s comment on a post was written to its card',
  {
    taskId,
    postId: z.string().nullable().describe('The post’s id at the network. Null if unknown.'),
    message: z.string().describe('The comment’s text.'),
    authorName: z.string().nullable().describe('The visitor’s name. Null if unknown.'),
  },
)

export const CardMentioned = defineInternalEvent(
  'task.mentioned',
  'Users were mentioned on a card’s timeline',
  {
    taskId,
    title: card.title,
    entryId: z.string().describe('The entry’s id.'),
    text: z.string().describe('The beginning of the entry, without the markup of mentions.'),
    userIds: z.array(z.string()).min(1).describe('The ids of the mentioned users.'),
    byId: z.string().nullable().describe('The id of the entry’s author. Null for an agent.'),
  },
)
