import { randomUUID } from 'node:crypto'
import {
  type Card,
  type ClaimPost,
  cardErrors,
  type PostFailure,
  type PostOutcome,
  type ReleasePost,
  type SettlePost,
} from '@atrium/contracts'
import { inTransaction, isUniqueViolation } from '@atrium/database'
import type { Bus } from '@atrium/messaging'
import { openCounter } from '@atrium/telemetry'
import { cardView, type StoredCard } from '../cards/card-view.ts'
import { emitStatusChanged } from '../cards/events.ts'
import { emitPostMove } from '../cards/post-events.ts'
import { getLockedPost, getStoredCard, writeMove } from '../cards/stored-cards.ts'
import type { CardRow, PostRow, Transaction } from '../database.ts'
import { agentCtx, type Deps, type InputOf, type OutputOf, toPublisher } from '../deps.ts'
import { toChangeEntries } from '../history/change-entries.ts'
import { recordHistory } from '../history/record-history.ts'
import { askedChannels, findActor, requireChannel } from './channel-rights.ts'
import { freezeAltTexts } from './freeze-alt-texts.ts'
import { claimPost, findClaim, findOverdueClaims } from './posts.db.ts'
import { trackLinks } from './track-links.ts'

type ClaimRequest = InputOf<typeof ClaimPost>
type Claim = NonNullable<OutputOf<typeof ClaimPost>['claim']>

interface Claimed {
  claim: Omit<Claim, 'altTexts'>
  post: PostRow | undefined
}

const toClaimed = async (
  deps: Deps,
  tx: Transaction,
  stored: StoredCard,
  { token, deadline }: { token: string; deadline: Date },
): Promise<Claimed> => ({
  claim: {
    token,
    deadline: deadline.toISOString(),
    card: await trackLinks(deps, tx, stored),
    actorId: findActor(stored),
  },
  post: stored.post,
})

/**
 * Claims one due post, or the named one. Returns null if there is none. Throws
 * `channel_not_available`.
 */
export async function claimDuePost(deps: Deps, input: ClaimRequest): Promise<Claim | null> {
  const claimed = await claimOrRepeat(deps, input)
  if (claimed === null) return null
  const { claim, post } = claimed
  // Asks the file store after the transaction, because no row may stay locked during a call.
  return { ...claim, altTexts: post === undefined ? [] : await freezeAltTexts(deps, post) }
}

async function claimOrRepeat(deps: Deps, input: ClaimRequest): Promise<Claimed | null> {
  const claimed = await claimFresh(deps, input).catch((error: unknown) => {
    // The token is already used: this request was repeated.
    if (isUniqueViolation(error, 'posts_claim_token')) return null
    throw error
  })
  if (claimed !== null || input.token === undefined) return claimed
  const earlier = await findClaim(deps.db, input.orgId, input.token)
  if (earlier === undefined) return null
  const { token } = input
  return inTransaction(deps.db, undefined, async (tx) => {
    const stored = await getStoredCard(deps, input.orgId, earlier.taskId, tx)
    return toClaimed(deps, tx, stored, { token, deadline: earlier.deadline })
  })
}

async function claimFresh(deps: Deps, input: ClaimRequest): Promise<Claimed | null> {
  const { orgId, taskId, actorId } = input
  const now = deps.now()
  const deadline = new Date(now.getTime() + input.deadlineSeconds * 1000)
  const token = input.token ?? randomUUID()
  // To publish a named post before its time, the user needs the right to its channel. This asks
  // before a row is locked.
  const channels =
    taskId === undefined || actorId === undefined
      ? undefined
      : await askedChannels(deps, agentCtx(orgId, actorId), { taskIds: [taskId] })
  return inTransaction(deps.db, undefined, async (tx) => {
    const stored = await claimPost(tx, {
      orgId,
      taskId,
      channelIds: input.channelIds,
      runId: input.runId,
      token,
      now,
      deadline,
    })
    if (stored === undefined) return null
    const channelId = stored.post?.channel_id ?? null
    const isDue = stored.card.due_date !== null && stored.card.due_date <= now
    if (channels !== undefined && !isDue && channelId !== null)
      await requireChannel(channels, channelId)
    const before: CardRow = { ...stored.card, status: 'reviewed' }
    const by = toPublisher(input, stored.post?.publisher)
    await emitStatusChanged(tx, stored.card, { from: before.status, by })
    await recordHistory(deps, tx, {
      recorder: { by },
      card: stored.card,
      entries: toChangeEntries(before, stored.card, []),
    })
    return toClaimed(deps, tx, stored, { token, deadline })
  })
}

const unconfirmed = (message: string): PostFailure => ({
  class: 'unconfirmed',
  message,
  fix: 'Check whether the network shows the post, then set it to posted or back to draft',
})

const published = ({ partsPublished: parts }: { partsPublished?: number | undefined }) =>
  parts === undefined ? {} : { parts_published: parts }

function settledBy(result: PostOutcome): Partial<PostRow> {
  if (result.outcome === 'posted')
    return {
      external_id: result.externalId,
      external_url: result.externalUrl,
      failure: null,
      parts_published: 0,
    }
  const failure = result.outcome === 'failed' ? result.failure : unconfirmed(result.message)
  return { failure, ...published(result) }
}

/** Sets an early post's due date to the publication time, so calendars and lists show it there. */
const earlyDue = (card: CardRow, { posted_at: at }: PostRow): { dueDate?: Date } =>
  at !== null && card.due_date !== null && at < card.due_date ? { dueDate: at } : {}

/**
 * Settles a claim. The token stays on the row, so a late or repeated outcome can still settle it.
 * Throws `claim_lost` (409).
 */
export async function settleClaim(
  deps: Deps,
  input: InputOf<typeof SettlePost> & { lookInMs?: number },
): Promise<Card> {
  const card = await inTransaction(deps.db, undefined, async (tx) =>
    settleLocked(deps, tx, await getLockedPost(tx, input.orgId, input.taskId), input),
  )
  countPost(deps, input.result)
  return card
}

/** Failures that nobody can prevent by changing the post or the account. */
const temporaryClasses: ReadonlySet<string> = new Set(['retry', 'unknown'])

/** Returns the counter of published posts. */
export const openPostCounter = ({ metrics }: Pick<Bus, 'metrics'>) =>
  openCounter(metrics, {
    name: 'atrium_posts_settled_total',
    help: 'Outcomes of publishing. A refused post needs a change by its author, a failed one does not',
    labels: { outcome: ['posted', 'refused', 'failed', 'unconfirmed'] },
  })

/** Counts a post's outcome. Call it after the transaction has committed. */
export function countPost({ bus }: Pick<Deps, 'bus'>, result: PostOutcome): void {
  const isRefused = result.outcome === 'failed' && !temporaryClasses.has(result.failure.class)
  openPostCounter(bus).inc({ outcome: isRefused ? 'refused' : result.outcome })
}

/** Settles a post's claim. The transaction has locked its row. Throws `claim_lost` (409). */
export async function settleLocked(
  deps: Deps,
  tx: Transaction,
  { card, post }: { card: CardRow; post: PostRow },
  input: { result: PostOutcome; token: string; runId?: string | undefined; lookInMs?: number },
): Promise<Card> {
  const { result, token } = input
  const status = result.outcome
  // If a publisher reports an unknown outcome, it has just looked for the post, so the next look
  // waits. Nobody has looked for an expired claim's post.
  const lookAt =
    status === 'unconfirmed' ? new Date(deps.now().getTime() + (input.lookInMs ?? 60_000)) : null
  if (post.claim_token !== token) throw cardErrors.claim_lost()
  if (card.status === status) return cardView(deps, { card, post })
  if (card.status !== 'posting' && card.status !== 'unconfirmed') throw cardErrors.claim_lost()
  const now = deps.now()
  // A late outcome gets the time of the unknown outcome.
  const sentAt = card.status === 'unconfirmed' ? card.status_changed_at : now
  const out = status === 'posted' ? { posted_at: sentAt, posted_by: post.publisher } : {}
  const settled = { ...post, ...settledBy(result), ...out, claim_deadline: null, look_at: lookAt }
  const by = toPublisher(input, post.publisher)
  const written = await writeMove(deps, tx, {
    before: card,
    post: settled,
    move: { status, ...earlyDue(card, settled) },
    recorder: { by },
    now,
  })
  await emitPostMove(tx, written, by)
  return cardView(deps, written)
}

/**
 * Releases a claim because nothing was sent, or only a part of a thread: posting → reviewed. Throws
 * `claim_lost` (409).
 */
export async function releaseClaim(deps: Deps, input: InputOf<typeof ReleasePost>): Promise<Card> {
  return inTransaction(deps.db, undefined, async (tx) => {
    const { card, post } = await getLockedPost(tx, input.orgId, input.taskId)
    if (card.status !== 'posting' || post.claim_token !== input.token) throw cardErrors.claim_lost()
    const due = input.dueDate === undefined ? {} : { dueDate: new Date(input.dueDate) }
    const free = { ...post, claim_token: null, claim_deadline: null, ...published(input) }
    const move = { status: 'reviewed' as const, ...due }
    const by = toPublisher(input, post.publisher)
    return cardView(
      deps,
      await writeMove(deps, tx, {
        before: card,
        post: free,
        move,
        recorder: { by },
        now: deps.now(),
      }),
    )
  })
}

/** Marks posts as unconfirmed if their claim was not settled by its deadline. Returns how many. */
export async function sweepOverdueClaims(deps: Deps, limit = 100): Promise<number> {
  const overdue = await findOverdueClaims(deps.db, deps.now(), limit)
  for (const claim of overdue) {
    await settleClaim(deps, {
      ...claim,
      result: {
        outcome: 'unconfirmed',
        message: 'We do not know whether the post was published, because no result arrived in time',
      },
      lookInMs: 0,
    }).catch((error: unknown) =>
      deps.logger.warn({ err: error, task: claim.taskId }, 'claim settled meanwhile'),
    )
  }
  return overdue.length
}
