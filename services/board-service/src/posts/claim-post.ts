import { randomUUID } from 'node:crypto'
import type { Card, PostFailure, PostOutcome } from '@atrium/contracts'
import { inTransaction, isUniqueViolation } from '@atrium/database'
import { cardView } from '../cards/card-view.ts'
import { cardErrors } from '../cards/errors.ts'
import { emitStatusChanged } from '../cards/events.ts'
import { getStoredCard } from '../cards/read-cards.ts'
import { writeMove } from '../cards/write-move.ts'
import type { PostRow } from '../database.ts'
import { agentCtx, type Ctx, type Deps } from '../deps.ts'
import { getLockedPost } from './approve-post.ts'
import { actorOf, requireChannel, withChannels } from './channel-rights.ts'
import { emitPostMove } from './events.ts'
import { claimPost, findClaim, findOverdueClaims } from './posts.db.ts'

export interface Claim {
  token: string
  deadline: string
  card: Card
  /** Who armed the post. */
  actorId: string
}

export interface ClaimRequest {
  orgId: string
  taskId?: string | undefined
  /** Who has the named post published before its time. */
  actorId?: string | undefined
  /** The caller's own; a repeated request answers the claim that it made. */
  token?: string | undefined
  channelIds?: readonly string[] | undefined
  deadlineSeconds: number
}

/**
 * Claims one due post, or the one that is named; null when there is none to be had. Throws `channel_not_available` for
 * one that is not due yet and whose channel the acting person may not use.
 */
export async function claimDuePost(deps: Deps, input: ClaimRequest): Promise<Claim | null> {
  const claimed = await claimFresh(deps, input).catch((error: unknown) => {
    // The token is taken: this request was here before.
    if (isUniqueViolation(error, 'posts_claim_token')) return null
    throw error
  })
  if (claimed !== null || input.token === undefined) return claimed
  const earlier = await findClaim(deps.db, input.orgId, input.token)
  if (earlier === undefined) return null
  const stored = await getStoredCard(deps, input, earlier.taskId)
  return {
    token: input.token,
    deadline: earlier.deadline.toISOString(),
    card: cardView(deps, stored),
    actorId: actorOf(stored.task, stored.post),
  }
}

async function claimFresh(deps: Deps, input: ClaimRequest): Promise<Claim | null> {
  const now = deps.clock()
  const deadline = new Date(now.getTime() + input.deadlineSeconds * 1000)
  const token = input.token ?? randomUUID()
  const early = await earlyRights(deps, input)
  return inTransaction(deps.db, undefined, async (tx) => {
    const stored = await claimPost(tx, {
      orgId: input.orgId,
      taskId: input.taskId,
      channelIds: input.channelIds,
      token,
      now,
      deadline,
    })
    if (stored === undefined) return null
    const channelId = stored.post?.channel_id ?? null
    const isDue = stored.task.due_date !== null && stored.task.due_date <= now
    if (early !== undefined && !isDue && channelId !== null) await requireChannel(deps, early, channelId)
    await emitStatusChanged(tx, stored.task, 'reviewed')
    return {
      token,
      deadline: deadline.toISOString(),
      card: cardView(deps, stored),
      actorId: actorOf(stored.task, stored.post),
    }
  })
}

/** Whose right counts when a named post goes out before its time; what they may use is asked before a row is held. */
const earlyRights = async (deps: Deps, { orgId, taskId, actorId }: ClaimRequest): Promise<Ctx | undefined> =>
  taskId === undefined || actorId === undefined
    ? undefined
    : withChannels(deps, agentCtx(orgId, actorId), taskId)

const unconfirmed = (message: string): PostFailure => ({
  class: 'unconfirmed',
  message,
  fix: 'Look at the network whether the post is there, then set it to posted or back to draft',
})

interface Settled {
  status: 'posted' | 'failed' | 'unconfirmed'
  post: Partial<PostRow>
}

function settledBy(result: PostOutcome): Settled {
  switch (result.outcome) {
    case 'posted':
      return {
        status: 'posted',
        post: { external_id: result.externalId, external_url: result.externalUrl, failure: null },
      }
    case 'failed':
      return { status: 'failed', post: { failure: result.failure } }
    case 'unconfirmed':
      return { status: 'unconfirmed', post: { failure: unconfirmed(result.message) } }
  }
}

/**
 * What became of a claimed post. The token stays on the row, so that the same answer may come twice and a late
 * one still tells what a missed deadline could not. Throws `claim_lost` (409) for any other token.
 */
export async function settleClaim(
  deps: Deps,
  input: { orgId: string; taskId: string; token: string; result: PostOutcome; lookInMs?: number },
): Promise<Card> {
  const { status, post: outcome } = settledBy(input.result)
  // Whoever reports that nothing is known has just looked; a claim that ran out was never looked for.
  const lookAt =
    status === 'unconfirmed' ? new Date(deps.clock().getTime() + (input.lookInMs ?? 60_000)) : null
  return inTransaction(deps.db, undefined, async (tx) => {
    const { task, post } = await getLockedPost(tx, input.orgId, input.taskId)
    if (post.claim_token !== input.token) throw cardErrors.claim_lost()
    if (task.status === status) return cardView(deps, { task, post })
    const late = task.status === 'unconfirmed'
    if (task.status !== 'posting' && !late) throw cardErrors.claim_lost()
    const settled = { ...post, ...outcome, claim_deadline: null, look_at: lookAt }
    const written = await writeMove(tx, task, settled, { status }, deps.clock())
    await emitPostMove(tx, written)
    return cardView(deps, written)
  })
}

/**
 * Gives a claim back although nothing was sent: posting → reviewed. Throws `claim_lost` (409), also once the
 * deadline has made the post unconfirmed.
 */
export async function releaseClaim(
  deps: Deps,
  input: { orgId: string; taskId: string; token: string; dueDate?: string | undefined },
): Promise<Card> {
  return inTransaction(deps.db, undefined, async (tx) => {
    const { task, post } = await getLockedPost(tx, input.orgId, input.taskId)
    if (task.status !== 'posting' || post.claim_token !== input.token) throw cardErrors.claim_lost()
    const dueDate = input.dueDate === undefined ? task.due_date : new Date(input.dueDate)
    const free = { ...post, claim_token: null, claim_deadline: null }
    return cardView(deps, await writeMove(tx, task, free, { status: 'reviewed', dueDate }, deps.clock()))
  })
}

/** Makes posts unconfirmed whose claim was not settled by its deadline. Returns how many. */
export async function sweepOverdueClaims(deps: Deps, limit = 100): Promise<number> {
  const overdue = await findOverdueClaims(deps.db, deps.clock(), limit)
  for (const claim of overdue) {
    await settleClaim(deps, {
      ...claim,
      result: { outcome: 'unconfirmed', message: 'No outcome was reported in time' },
      lookInMs: 0,
    }).catch((error: unknown) =>
      deps.logger.warn({ err: error, task: claim.taskId }, 'claim settled meanwhile'),
    )
  }
  return overdue.length
}
