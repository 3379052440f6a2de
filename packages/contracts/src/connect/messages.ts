import { z } from 'zod'
import { defineOwnDomainEvent, defineRpc } from '../core/messages.ts'
import { LinkHandling } from '../posts/platforms.ts'
import { SocialPlatform } from '../posts/social-platforms.ts'
import { Channel } from './channel.ts'
import { ConnectNetwork } from './connect-network.ts'

const aboutChannel = {
  channelId: z.string().describe('The channel’s id.'),
  ownerId: z.string().describe('The user id of the channel’s owner.'),
  network: ConnectNetwork.describe('The network’s neutral name.'),
  name: z.string().describe('The account’s name at the network.'),
  // Has a default because events from an earlier release lack it.
  shared: z
    .boolean()
    .default(false)
    .describe('True if the organisation’s members see the channel, or did until now.'),
}

export const ChannelConnected = defineOwnDomainEvent(
  'channel.connected',
  'A member connected an account, for the first time or again',
  aboutChannel,
)

export const ChannelInvalidated = defineOwnDomainEvent(
  'channel.invalidated',
  'A network no longer takes a channel’s token; its owner has to connect again',
  { ...aboutChannel, reason: z.string().describe('The network’s reason.') },
)

export const ChannelUpdated = defineOwnDomainEvent(
  'channel.updated',
  'The owner of a channel renamed it, shared it with the org, or ended that',
  aboutChannel,
)

export const ChannelForgotten = defineOwnDomainEvent(
  'channel.forgotten',
  'A channel was forgotten, by its owner or because the owner left the org',
  aboutChannel,
)

export const ConnectStatus = defineRpc({
  subject: 'connect.status',
  description: 'The configured networks, and those that posts can be published to',
  input: z.object({}),
  output: z.object({
    publishing: z.boolean(),
    networks: z.array(
      z.object({ network: ConnectNetwork, live: z.boolean(), publishing: z.boolean() }),
    ),
  }),
  timeoutMs: 3_000,
})

export const ListOwnerChannels = defineRpc({
  subject: 'connect.list-channels',
  description: 'A user’s own channels in an org, newest first',
  input: z.object({ orgId: z.string(), ownerId: z.string(), network: ConnectNetwork.optional() }),
  output: z.object({ items: z.array(Channel) }),
})

export const CheckChannels = defineRpc({
  subject: 'connect.check-channels',
  description:
    'Those of these channels that belong to the org, and whether this user may aim posts at them: as the owner, or as a member of the org that shares the channel',
  input: z.object({
    orgId: z.string(),
    userId: z.string(),
    channelIds: z.array(z.string()).min(1).max(200),
  }),
  output: z.object({
    /** Leaves out unknown channels and those of other organisations. */
    channels: z.array(
      z.object({
        id: z.string(),
        network: ConnectNetwork,
        ownerId: z.string(),
        usable: z.boolean(),
        // Connect leaves it out until it is updated.
        name: z.string().nullable().default(null),
      }),
    ),
  }),
  timeoutMs: 3_000,
})

export const FindChannel = defineRpc({
  subject: 'connect.find-channel',
  description:
    'The channel of an org with this URI or id that a user may use: an active one first, then their own; null without one',
  input: z.object({
    orgId: z.string(),
    userId: z.string(),
    /** `social://<account>@<host>`, or a channel id. */
    address: z.string().min(1).max(2_048),
  }),
  output: z.object({
    channel: z
      .object({ id: z.string(), network: ConnectNetwork, name: z.string(), active: z.boolean() })
      .nullable(),
  }),
  timeoutMs: 3_000,
})

export const PublishFailure = z.object({
  /** What helps: wait, connect again, change the post, or ask the network. */
  class: z.enum(['retry', 'reconnect', 'fix_content', 'blocked']),
  message: z.string(),
  /** What the user can do, and the page for it. */
  fix: z.string().nullable(),
  /** Seconds to wait. Set only if the class is `retry`. */
  retryAfterSeconds: z.number().int().min(1).optional(),
})
export type PublishFailure = z.infer<typeof PublishFailure>

/** How many posts of a thread are out although the thread is not complete. */
const partsPublished = z.number().int().min(1).optional()

const failed = z.object({
  outcome: z.literal('failed'),
  failure: PublishFailure,
  partsPublished,
})
const failedOrUnknown = [
  failed,
  /** The request was sent but its effect is unknown. Never send it again. */
  z.object({ outcome: z.literal('unconfirmed'), message: z.string(), partsPublished }),
] as const

const posted = z.object({
  outcome: z.literal('posted'),
  externalId: z.string(),
  externalUrl: z.string().nullable(),
  /** The first comment, including the link if handling is `reply`. Null if there is none. */
  comment: z.string().nullable(),
})

export const PublishOutcome = z.discriminatedUnion('outcome', [posted, ...failedOrUnknown])
export type PublishOutcome = z.infer<typeof PublishOutcome>

export const CommentOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('commented'), externalId: z.string() }),
  ...failedOrUnknown,
])
export type CommentOutcome = z.infer<typeof CommentOutcome>

const target = {
  /** The card's organisation. The channel must belong to it. */
  orgId: z.string(),
  /**
   * The member who decided to publish. The channel must be theirs or shared with the organisation.
   */
  actorId: z.string(),
  channelId: z.string().min(1, { error: 'Choose an account' }),
  taskId: z.string().min(1, { error: 'Choose a card' }),
  /** One key per claim. The same key never sends twice and returns the first outcome again. */
  attemptKey: z.string().min(1).max(200),
}

export const PublishPost = defineRpc({
  subject: 'connect.publish',
  description: 'Sends a claimed post to its network, once for an `attemptKey`',
  input: z.object({
    ...target,
    platform: SocialPlatform,
    title: z.string(),
    body: z.string(),
    link: z.string().nullable(),
    linkHandling: LinkHandling,
    media: z.array(z.string()).max(20),
    firstComment: z.string().nullable(),
    /** The posts that follow as a thread. Only for networks with threads. */
    thread: z.array(z.string()).default([]),
    /** The alternative texts of `media`, in its order. Empty texts are not sent. */
    altTexts: z.array(z.string()).default([]),
    fields: z.record(z.string(), z.unknown()).default({}),
  }),
  output: PublishOutcome,
  timeoutMs: 60_000,
})
export type PublishPostInput = z.output<typeof PublishPost.input>

/** The result when a post without a reported outcome is searched later. */
export const PostSighting = z.discriminatedUnion('outcome', [
  posted,
  failed,
  /** No call was ever started with this key. */
  z.object({ outcome: z.literal('unsent') }),
  /** Neither recorded nor seen. `again` is true if a later search may find more. */
  z.object({ outcome: z.literal('unknown'), again: z.boolean() }),
])
export type PostSighting = z.infer<typeof PostSighting>

export const LookForPost = defineRpc({
  subject: 'connect.look-for-post',
  description:
    'The outcome of the call for an `attemptKey`: as recorded, else as the network shows it; sends nothing',
  input: PublishPost.input,
  output: PostSighting,
  timeoutMs: 60_000,
})

export const PublishComment = defineRpc({
  subject: 'connect.comment',
  description:
    'Comments below a published post, once for an `attemptKey`. The comment that a post was sent with goes out as its sender’s; any other text needs the right of `actorId`.',
  input: z.object({ ...target, externalId: z.string(), message: z.string().min(1).max(10_000) }),
  output: CommentOutcome,
  timeoutMs: 30_000,
})
export type PublishCommentInput = z.output<typeof PublishComment.input>

export const ResealTokens = defineRpc({
  subject: 'connect.reseal-tokens',
  description:
    'After a rotation: encrypts the next batch of tokens of earlier keys under the current key',
  input: z.object({
    after: z.string().max(2_000).nullable(),
    limit: z.number().int().min(1).max(2_000).default(500),
  }),
  output: z.object({
    resealed: z.number().int(),
    /** Unreadable tokens in this batch, because no known key opens them. */
    unreadable: z.number().int(),
    /** All tokens under earlier keys, including unreadable ones. */
    left: z.number().int(),
    /** Null if this was the last batch. */
    next: z.string().nullable(),
  }),
  timeoutMs: 30_000,
})
