import { z } from 'zod'
import { defineDomainEvent } from '../core/messages.ts'
import { CardStatus, PostFailure } from './card.ts'
import { CardKind } from './card-kind.ts'

const taskId = z.string().describe('The card')
const ownerId = z.string().describe('The user who owns the card')
const card = {
  taskId,
  kind: CardKind.describe('Its kind'),
  title: z.string().describe('Its title, else the first words of its text'),
  status: CardStatus.describe('Its status now'),
  tags: z.array(z.string()).describe('Its tags'),
  ownerId,
}
const post = {
  taskId,
  platform: z.string().describe('The network, by its neutral name'),
  channelId: z.string().nullable().describe('The connected account; null on the manual arm'),
  title: z.string().describe('Its title, else the first words of its text'),
  ownerId,
}
const site = {
  siteId: z.string().describe('The site'),
  slug: z.string().describe('Its public name'),
  name: z.string().describe('Its name'),
}

export const CardCreated = defineDomainEvent('task.created', 'A card of any kind was created', card)
export const CardUpdated = defineDomainEvent('task.updated', 'A card was changed', {
  ...card,
  changed: z.array(z.string()).describe('The names of the fields that changed'),
})
export const CardStatusChanged = defineDomainEvent(
  'task.status_changed',
  'A card moved to another status',
  {
    ...card,
    previousStatus: CardStatus.describe('The status before'),
  },
)
export const CardDeleted = defineDomainEvent('task.deleted', 'A card was deleted', {
  taskId,
  kind: card.kind,
  title: card.title,
  ownerId,
  reason: z.enum(['deleted', 'pruned', 'bulk']).describe('How it went'),
})
export const LinkCaptured = defineDomainEvent(
  'link.captured',
  'A link was captured and waits to be enriched',
  {
    taskId,
    url: z.string().describe('The address as it was given'),
    canonicalUrl: z.string().describe('The canonical address of the page'),
    ownerId,
  },
)
export const ContactCreated = defineDomainEvent('contact.created', 'A contact was created', {
  taskId,
  name: z.string().describe('The name of the contact'),
  email: z.string().nullable().describe('The address, when known'),
  ownerId,
})
export const TimelineEntryAdded = defineDomainEvent(
  'timeline.entry_added',
  'Something was written on a card’s timeline',
  {
    taskId,
    entryId: z.string().describe('The entry'),
    kind: z.string().describe('Its kind'),
    authorType: z.enum(['user', 'agent']).describe('Who wrote it'),
    ownerId,
  },
)
export const PostReviewed = defineDomainEvent(
  'post.reviewed',
  'A post was approved and scheduled',
  {
    ...post,
    dueDate: z.string().describe('When it is to go out'),
  },
)
export const PostPosted = defineDomainEvent('post.posted', 'A network took a post', {
  ...post,
  externalId: z.string().nullable().describe('Its id at the network'),
  externalUrl: z.string().nullable().describe('Its address at the network'),
})
export const PostFailed = defineDomainEvent('post.failed', 'A network refused a post', {
  ...post,
  failure: PostFailure.describe('The cause and the remedy'),
})
export const PostUnconfirmed = defineDomainEvent(
  'post.unconfirmed',
  'The outcome of a post is unknown; it is not posted again automatically',
  { ...post, failure: PostFailure.describe('The known circumstances') },
)
export const PostHandedOff = defineDomainEvent(
  'post.handed_off',
  'A person opened the network’s composer with a post’s text',
  post,
)
export const PostPostedByHand = defineDomainEvent(
  'post.posted_by_hand',
  'A person marked a post as posted',
  {
    ...post,
    externalUrl: z.string().nullable().describe('Its address, when given'),
  },
)
export const SitePublished = defineDomainEvent('site.published', 'A site was published', site)
export const SiteUnpublished = defineDomainEvent('site.unpublished', 'A site was taken off', site)
export const QuoteSubmitted = defineDomainEvent('quote.submitted', 'A visitor asked for a quote', {
  taskId,
  name: z.string().describe('The visitor'),
  email: z.string().describe('Where to answer'),
  message: z.string().describe('The request'),
  ownerId,
})
export const SupportRequested = defineDomainEvent(
  'support.requested',
  'A visitor contacted the operator',
  {
    taskId,
    name: z.string().describe('Who'),
    email: z.string().describe('Where to answer'),
    subject: z.string().describe('The subject'),
    ownerId,
  },
)
