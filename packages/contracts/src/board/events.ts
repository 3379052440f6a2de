import { z } from 'zod'
import { defineEvent, type EventDefinition } from '../core/messages.ts'
import { CardKind, CardStatus, PostFailure } from './card.ts'

const taskId = z.string().describe('The card')
const ownerId = z.string().describe('The user who owns the card')
const card = {
  taskId,
  kind: CardKind.describe('Its kind'),
  title: z.string().describe('Its title'),
  status: CardStatus.describe('Its status now'),
  tags: z.array(z.string()).describe('Its tags'),
  ownerId,
}
const post = {
  taskId,
  platform: z.string().describe('The network, by its neutral name'),
  channelId: z.string().nullable().describe('The connected account; null on the manual arm'),
  title: z.string().describe('Its title'),
  ownerId,
}
const site = {
  siteId: z.string().describe('The site'),
  slug: z.string().describe('Its public name'),
  name: z.string().describe('Its name'),
}

export const CardCreated = defineEvent({
  type: 'task.created',
  description: 'A card of any kind was created',
  domain: true,
  schema: z.object(card),
})
export const CardUpdated = defineEvent({
  type: 'task.updated',
  description: 'A card was changed',
  domain: true,
  schema: z.object({
    ...card,
    changed: z.array(z.string()).describe('The names of the fields that changed'),
  }),
})
export const CardStatusChanged = defineEvent({
  type: 'task.status_changed',
  description: 'A card moved to another status',
  domain: true,
  schema: z.object({ ...card, previousStatus: CardStatus.describe('The status before') }),
})
export const CardDeleted = defineEvent({
  type: 'task.deleted',
  description: 'A card was deleted',
  domain: true,
  schema: z.object({
    taskId,
    kind: card.kind,
    title: card.title,
    ownerId,
    reason: z.enum(['deleted', 'pruned', 'bulk']).describe('How it went'),
  }),
})
export const LinkCaptured = defineEvent({
  type: 'link.captured',
  description: 'A link was captured and waits to be enriched',
  domain: true,
  schema: z.object({
    taskId,
    url: z.string().describe('The address as it was given'),
    canonicalUrl: z.string().describe('The canonical address of the page'),
    ownerId,
  }),
})
export const ContactCreated = defineEvent({
  type: 'contact.created',
  description: 'A contact was created',
  domain: true,
  schema: z.object({
    taskId,
    name: z.string().describe('The name of the contact'),
    email: z.string().nullable().describe('The address, when known'),
    ownerId,
  }),
})
export const TimelineEntryAdded = defineEvent({
  type: 'timeline.entry_added',
  description: 'Something was written on a card’s timeline',
  domain: true,
  schema: z.object({
    taskId,
    entryId: z.string().describe('The entry'),
    kind: z.string().describe('Its kind'),
    authorType: z.enum(['user', 'agent']).describe('Who wrote it'),
    ownerId,
  }),
})
export const PostReviewed = defineEvent({
  type: 'post.reviewed',
  description: 'A post was approved and scheduled',
  domain: true,
  schema: z.object({ ...post, dueDate: z.string().describe('When it is to go out') }),
})
export const PostPosted = defineEvent({
  type: 'post.posted',
  description: 'A network took a post',
  domain: true,
  schema: z.object({
    ...post,
    externalId: z.string().nullable().describe('Its id at the network'),
    externalUrl: z.string().nullable().describe('Its address at the network'),
  }),
})
export const PostFailed = defineEvent({
  type: 'post.failed',
  description: 'A network refused a post',
  domain: true,
  schema: z.object({ ...post, failure: PostFailure.describe('The cause and the remedy') }),
})
export const PostUnconfirmed = defineEvent({
  type: 'post.unconfirmed',
  description: 'The outcome of a post is unknown; it is not posted again automatically',
  domain: true,
  schema: z.object({ ...post, failure: PostFailure.describe('The known circumstances') }),
})
export const PostHandedOff = defineEvent({
  type: 'post.handed_off',
  description: 'A person opened the network’s composer with a post’s text',
  domain: true,
  schema: z.object(post),
})
export const PostPostedByHand = defineEvent({
  type: 'post.posted_by_hand',
  description: 'A person marked a post as posted',
  domain: true,
  schema: z.object({ ...post, externalUrl: z.string().nullable().describe('Its address, when given') }),
})
export const SitePublished = defineEvent({
  type: 'site.published',
  description: 'A site was published',
  domain: true,
  schema: z.object(site),
})
export const SiteUnpublished = defineEvent({
  type: 'site.unpublished',
  description: 'A site was taken off',
  domain: true,
  schema: z.object(site),
})
export const QuoteSubmitted = defineEvent({
  type: 'quote.submitted',
  description: 'A visitor asked for a quote',
  domain: true,
  schema: z.object({
    taskId,
    name: z.string().describe('The visitor'),
    email: z.string().describe('Where to answer'),
    message: z.string().describe('The request'),
    ownerId,
  }),
})
export const SupportRequested = defineEvent({
  type: 'support.requested',
  description: 'A visitor contacted the operator',
  domain: true,
  schema: z.object({
    taskId,
    name: z.string().describe('Who'),
    email: z.string().describe('Where to answer'),
    subject: z.string().describe('The subject'),
    ownerId,
  }),
})

/** Every event of the board, for the catalog that workflows start from. */
export const boardEvents: readonly EventDefinition[] = [
  CardCreated,
  CardUpdated,
  CardStatusChanged,
  CardDeleted,
  LinkCaptured,
  ContactCreated,
  TimelineEntryAdded,
  PostReviewed,
  PostPosted,
  PostFailed,
  PostUnconfirmed,
  PostHandedOff,
  PostPostedByHand,
  SitePublished,
  SiteUnpublished,
  QuoteSubmitted,
  SupportRequested,
]
