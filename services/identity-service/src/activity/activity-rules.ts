import {
  AgentRunChanged,
  ApprovalChanged,
  CardCreated,
  CardDeleted,
  type CardKind,
  CardStatusChanged,
  ChannelConnected,
  ChannelForgotten,
  ChannelInvalidated,
  type EventDefinition,
  InvoiceOverdue,
  LeadReceived,
  PaymentReversed,
  PostFailed,
  PostPosted,
  PostPostedByHand,
  PostReviewed,
  PostUnconfirmed,
  SitePublished,
  SiteUnpublished,
  TicketsOrdered,
  WorkflowRunFailed,
} from '@atrium/contracts'
import type { z } from 'zod'

/** An entry of the recent activity, as an event describes it. */
export interface ActivityDraft {
  readonly target: { readonly type: string; readonly id: string; readonly name: string }
  /** What the title depends on besides the kind. */
  readonly variant?: string
  /** The reason, or another fact in words. */
  readonly note?: string
  /** The only member who sees the entry. Every member sees it if there is none. */
  readonly onlyFor?: string
  /** True if only owners and admins see the entry. */
  readonly isForAdmins?: boolean
  /** True if earlier and late entries about the target must not name the person any more. */
  readonly removesPerson?: boolean
  /** The user who did it, if the event tells. */
  readonly actorId?: string
}

export interface ActivityRule {
  readonly event: EventDefinition
  /** Returns undefined if the event is no news. */
  readonly describe: (data: never) => ActivityDraft | undefined
}

const defineRule = <S extends z.ZodObject>(
  event: EventDefinition<S>,
  describe: (data: z.output<S>) => ActivityDraft | undefined,
): ActivityRule => ({ event, describe })

// A lead has an event of its own, and the platform makes digests and signups by itself.
const quietKinds: ReadonlySet<CardKind> = new Set(['quote', 'support', 'signup', 'digest'])
const shownMoves: ReadonlySet<string> = new Set(['todo', 'doing', 'done', 'archived', 'failed'])

/** Cards about a person. Their titles and leads have the person's name. */
const personKinds: ReadonlySet<CardKind> = new Set(['contact', 'quote', 'support', 'signup'])
export const removedPerson = 'Removed person'

const toCard = (id: string, name: string) => ({ type: 'card', id, name })
interface CardFacts {
  taskId: string
  title: string
  actorId: string | null
}
const toActor = ({ actorId }: { actorId: string | null }) => (actorId === null ? {} : { actorId })
const toCardOrPost = (data: CardFacts & { kind: CardKind }): ActivityDraft =>
  data.kind === 'post'
    ? { ...toPost(data), variant: 'post' }
    : { target: toCard(data.taskId, data.title), ...toActor(data) }
const toPost = ({ taskId, title, actorId }: CardFacts): ActivityDraft => ({
  target: { type: 'post', id: taskId, name: title },
  ...toActor({ actorId }),
})
const toFailedPost = (data: {
  taskId: string
  title: string
  failure: { message: string }
}): ActivityDraft => ({ ...toPost({ ...data, actorId: null }), note: data.failure.message })
const toSite = (data: { siteId: string; name: string; actorId: string | null }): ActivityDraft => ({
  target: { type: 'site', id: data.siteId, name: data.name },
  ...toActor(data),
})

interface Channel {
  channelId: string
  ownerId: string
  name: string
  shared: boolean
}
const toChannel = ({ channelId, ownerId, name, shared }: Channel): ActivityDraft => ({
  target: { type: 'channel', id: channelId, name },
  ...(shared ? {} : { onlyFor: ownerId }),
})

const endedRuns: ReadonlySet<string> = new Set(['succeeded', 'failed', 'lost', 'cancelled'])

/** How each event is listed. A member sees the entry if a page shows the member the record. */
export const activityRules: readonly ActivityRule[] = [
  defineRule(CardCreated, (data) => (quietKinds.has(data.kind) ? undefined : toCardOrPost(data))),
  defineRule(CardStatusChanged, ({ kind, taskId, title, status, previousStatus, actorId }) => {
    // Posts have an event for each status, and links change by themselves while they are enriched.
    const isNews = kind !== 'post' && shownMoves.has(status) && shownMoves.has(previousStatus)
    return isNews
      ? { target: toCard(taskId, title), variant: status, ...toActor({ actorId }) }
      : undefined
  }),
  defineRule(CardDeleted, (data) =>
    personKinds.has(data.kind)
      ? { target: toCard(data.taskId, removedPerson), removesPerson: true, ...toActor(data) }
      : toCardOrPost(data),
  ),
  defineRule(LeadReceived, ({ taskId, name, source }) => ({
    target: toCard(taskId, name),
    variant: source,
  })),
  defineRule(PostReviewed, toPost),
  defineRule(PostPosted, toPost),
  defineRule(PostFailed, toFailedPost),
  defineRule(PostUnconfirmed, toFailedPost),
  defineRule(PostPostedByHand, toPost),
  defineRule(SitePublished, toSite),
  defineRule(SiteUnpublished, toSite),
  defineRule(ChannelConnected, (data) => ({ ...toChannel(data), actorId: data.ownerId })),
  defineRule(ChannelInvalidated, (data) => ({ ...toChannel(data), note: data.reason })),
  defineRule(ChannelForgotten, toChannel),
  defineRule(InvoiceOverdue, ({ invoiceId, number }) => ({
    target: { type: 'invoice', id: invoiceId, name: number ?? '' },
  })),
  defineRule(PaymentReversed, ({ invoiceId, name, change, amount, reason }) => ({
    target: { type: invoiceId === null ? 'credits' : 'invoice', id: invoiceId ?? '', name },
    variant: change,
    note: reason === null ? amount : `${amount}, ${reason}`,
    // Members do not see who bought credits either.
    isForAdmins: invoiceId === null,
  })),
  defineRule(TicketsOrdered, ({ happeningId, name, quantity }) => ({
    target: { type: 'happening', id: happeningId, name },
    note: quantity === 1 ? '1 ticket' : `${quantity} tickets`,
  })),
  defineRule(WorkflowRunFailed, ({ workflowId, runId, workflowName, error }) => ({
    target: { type: 'run', id: `${workflowId}/${runId}`, name: workflowName },
    note: error ?? '',
  })),
  defineRule(AgentRunChanged, ({ agentRunId, status, ownerId }) => {
    if (!endedRuns.has(status)) return undefined
    return {
      target: { type: 'agent_run', id: agentRunId, name: '' },
      variant: status,
      onlyFor: ownerId,
    }
  }),
  defineRule(ApprovalChanged, ({ approvalId, status, ownerId }) => {
    // The audit log records decisions.
    if (status !== 'pending' && status !== 'expired') return undefined
    return {
      target: { type: 'approval', id: approvalId, name: '' },
      variant: status,
      onlyFor: ownerId,
    }
  }),
]
