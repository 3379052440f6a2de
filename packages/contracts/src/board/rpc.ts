import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'
import { Moment } from '../core/schemas.ts'
import { Platform } from '../posts/platforms.ts'
import { Card, CardPatch, NewCard, PostFailure } from './card.ts'
import { cardFilters, cardOrder } from './card-query.ts'
import { NewTimelineEntry, TimelineAuthor, TimelineEntry } from './timeline.ts'

const orgId = z.string()
const taskId = z.string()
const oneCard = z.object({ card: Card })
const createdCard = oneCard.extend({ created: z.boolean() })
/** The run behind the change, for the card's history. */
const runId = z.string().max(200).optional()
/**
 * The member whose permissions apply. A post can only get a channel, or be scheduled for one, if
 * this member may use the channel.
 */
const actorId = z.string().min(1).describe('The user id of the acting member.')

export const SearchCards = defineRpc({
  subject: 'board.search-cards',
  description: 'Cards of an org by filters and full text, as the list does',
  input: z.object({
    orgId,
    ownerId: z.string().optional(),
    ...cardFilters,
    /** Leaves out cards with this tag. */
    withoutTag: z.string().optional(),
    ...cardOrder,
    limit: z.number().int().min(1).max(500).default(100),
    offset: z.number().int().min(0).default(0),
  }),
  output: z.object({ items: z.array(Card), total: z.number().int() }),
})

export const FindCards = defineRpc({
  subject: 'board.find-cards',
  description:
    'Cards whose field equals a value as in searches, newest first; phone numbers by their digits',
  input: z.object({
    orgId,
    /** `task` finds every card except posts. */
    kind: z.enum(['task', 'post']),
    /** A column on the card or post, or a key in the card's fields. */
    field: z.string().min(1).max(200),
    value: z.string().max(1_000),
    limit: z.number().int().min(1).max(100),
  }),
  output: z.object({ items: z.array(Card) }),
})

export const GetCards = defineRpc({
  subject: 'board.get-cards',
  description: 'The cards with these ids that are there, in the order asked for',
  input: z.object({ orgId, ids: z.array(z.string()).max(500) }),
  output: z.object({ items: z.array(Card) }),
})

export const GetKeyedCards = defineRpc({
  subject: 'board.get-keyed-cards',
  description: 'The cards that these keys made (see CreateCard), where they still are',
  input: z.object({ orgId, keys: z.array(z.string().min(1).max(500)).max(100) }),
  output: z.object({ items: z.array(z.object({ key: z.string(), card: Card })) }),
})

export const CreateCard = defineRpc({
  subject: 'board.create-card',
  description: 'A new card; with a `key` the card that this key made before is answered instead',
  input: z.object({
    orgId,
    ownerId: z.string(),
    card: NewCard,
    /** The caller's name for the card, unique in the organisation. Makes the call idempotent. */
    key: z.string().min(1).max(500).optional(),
    /**
     * If the key exists: leave the card as it is, or merge `card` but keep what a user has changed.
     */
    onExisting: z.enum(['keep', 'update']).default('keep'),
  }),
  output: createdCard,
})

export const CreatePost = defineRpc({
  subject: 'board.create-post',
  description:
    'A new post of a member, or the card that its key made before. With `armAt` a new post is reviewed and due then when it keeps every rule of its destination; otherwise it stays a draft and `broken` names the rules.',
  input: z.object({
    orgId,
    actorId,
    post: NewCard,
    /** The caller's name for the post, unique in the organisation. Makes the call idempotent. */
    key: z.string().min(1).max(500),
    armAt: Moment.optional(),
    runId,
  }),
  output: createdCard.extend({
    broken: z.array(z.object({ path: z.string(), message: z.string() })),
  }),
})

export const UpdateCard = defineRpc({
  subject: 'board.update-card',
  description:
    'Merges fields into a card; refused as over HTTP (`invalid_transition`, `post_locked`, …)',
  input: z.object({
    orgId,
    actorId,
    taskId,
    patch: CardPatch,
    addTags: z.array(z.string().trim().min(1).max(100)).max(50).default([]),
    removeTags: z.array(z.string()).max(50).default([]),
    /** Rejects with `precondition_failed` unless the card has one of these statuses. */
    ifStatus: z.array(z.string()).optional(),
    /** The failure reason for a move to `failed`. The timeline shows it. */
    failure: z.string().max(5_000).optional(),
    /** Keeps what a user has changed since a workflow last wrote the card. */
    keepEdits: z.boolean().default(false),
    runId,
    /** Makes the call idempotent for 24 hours: a repeated key returns the card as it is now. */
    key: z.string().min(1).max(200).optional(),
  }),
  /** `changed` lists the changed fields. It is absent if the call was a repetition. */
  output: oneCard.extend({ changed: z.array(z.string()).optional() }),
})

export const DeleteCard = defineRpc({
  subject: 'board.delete-card',
  description: 'Deletes a card; answers whether it was there',
  input: z.object({ orgId, taskId, ifStatus: z.array(z.string()).optional() }),
  output: z.object({ deleted: z.boolean() }),
})

/** A visitor's comment on a post. */
const CapturedComment = z.object({
  postId: z.string().nullable(),
  message: z.string().max(20_000),
  authorName: z.string().max(500).nullable(),
})
export type CapturedComment = z.output<typeof CapturedComment>

export const AppendTimeline = defineRpc({
  subject: 'board.append-timeline',
  description: 'Appends an entry to a card’s timeline',
  input: z.object({
    orgId,
    taskId,
    entry: NewTimelineEntry,
    author: TimelineAuthor,
    /**
     * Makes the call idempotent: if the timeline has an entry with this key, the call returns that
     * entry.
     */
    key: z.string().min(1).max(200).optional(),
    /** The visitor's comment in the entry. A new entry then emits `comment.captured`. */
    comment: CapturedComment.optional(),
  }),
  output: z.object({ entry: TimelineEntry }),
})

export const ReadTimeline = defineRpc({
  subject: 'board.read-timeline',
  description: 'The newest entries of a card’s timeline, newest first',
  input: z.object({ orgId, taskId, limit: z.number().int().min(1).max(100).default(10) }),
  output: z.object({ items: z.array(TimelineEntry) }),
})

export const ApprovePost = defineRpc({
  subject: 'board.approve-post',
  description:
    'Arms a draft as reviewed when its rules pass; `post_rules_failed` names each broken rule',
  input: z.object({ orgId, actorId, taskId, dueDate: z.string() }),
  output: oneCard,
})

export const ClaimPost = defineRpc({
  subject: 'board.claim-post',
  description:
    'Takes one due post of the automated arm from reviewed to posting, the longest due first; null when there is none. With `taskId` that post, due or not: one that is not due yet needs the right of `actorId` to its channel (`channel_not_available`), and is not given to the run that was started for an earlier due date. Any number of callers never get the same one.',
  input: z.object({
    orgId,
    taskId: taskId.optional(),
    /** The user who publishes early. Older runners do not send it. */
    actorId: z.string().optional(),
    /**
     * The caller's token for the claim. Makes the call idempotent: the same token returns the same
     * claim.
     */
    token: z.uuid().optional(),
    /** Limits the claim to posts for these channels. */
    channelIds: z.array(z.string()).max(500).optional(),
    /** Seconds after which an unsettled claim counts as unconfirmed. */
    deadlineSeconds: z.number().int().min(1).max(3_600).default(900),
    runId,
  }),
  output: z.object({
    claim: z
      .object({
        token: z.string(),
        deadline: z.string(),
        card: Card,
        /** The member who scheduled the post. This member must have access to its channel. */
        actorId: z.string(),
        /**
         * The alternative texts of the post's files, in their order. They stay the same for every
         * attempt until the post is approved again.
         */
        altTexts: z.array(z.string()).default([]),
      })
      .nullable(),
  }),
})

/** How many posts of a thread are out although the thread is not complete. */
const partsPublished = z.number().int().min(1).optional()

export const PostOutcome = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('posted'),
    /** Null for a post by mail. */
    externalId: z.string().nullable(),
    externalUrl: z.string().nullable(),
  }),
  z.object({ outcome: z.literal('failed'), failure: PostFailure, partsPublished }),
  z.object({ outcome: z.literal('unconfirmed'), message: z.string(), partsPublished }),
])
export type PostOutcome = z.infer<typeof PostOutcome>

export const SettlePost = defineRpc({
  subject: 'board.settle-post',
  description:
    'Settles a claimed post. A repetition changes nothing; a late answer still settles a post that the deadline made unconfirmed; another token is `claim_lost`.',
  input: z.object({ orgId, taskId, token: z.string(), result: PostOutcome, runId }),
  output: oneCard,
})

export const MailPost = defineRpc({
  subject: 'board.mail-post',
  description:
    'Publishes a claimed post by mail and settles its claim: all its mails are queued in one transaction, or none. A repetition queues nothing again; another token, or a claim that has ended, is `claim_lost`.',
  input: z.object({ orgId, taskId, token: z.string(), runId }),
  output: z.discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('posted') }),
    z.object({ outcome: z.literal('failed'), failure: PostFailure }),
  ]),
  timeoutMs: 20_000,
})

export const ReleasePost = defineRpc({
  subject: 'board.release-post',
  description:
    'Gives a claim back: nothing was sent, or a part of a thread. The post is reviewed again, due at `dueDate` when given.',
  input: z.object({
    orgId,
    taskId,
    token: z.string(),
    dueDate: z.string().optional(),
    partsPublished,
    runId,
  }),
  output: oneCard,
})

export const CaptureLinkRpc = defineRpc({
  subject: 'board.capture-link',
  description: 'Captures a link for a user; the same page again answers the card there is',
  input: z.object({ orgId, ownerId: z.string(), url: z.string() }),
  output: createdCard,
})

export const UsesComments = defineRpc({
  subject: 'board.uses-comments',
  description:
    'Whether a post of the org for this network has a first comment or answers with its link in a comment',
  input: z.object({ orgId, platform: Platform }),
  output: z.object({ used: z.boolean() }),
  timeoutMs: 3_000,
})
