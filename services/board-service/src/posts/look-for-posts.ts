import {
  AppError,
  LookForPost,
  maxTimelineBody,
  type PostFailure,
  type PostSighting,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import type { StoredCard } from '../cards/card-view.ts'
import { getStoredCard } from '../cards/read-cards.ts'
import { writePost } from '../cards/write-move.ts'
import { agentCtx, type Deps } from '../deps.ts'
import { appendEntry } from '../timeline/append-entry.ts'
import { getLockedPost } from './approve-post.ts'
import { actorOf } from './channel-rights.ts'
import { settleClaim } from './claim-post.ts'
import { mediaUrl } from './media.ts'
import { type DueLook, takeDueLooks, writeLook } from './posts.db.ts'

const minute = 60_000
/** Until the next look, after each look that found nothing. */
const pauses = [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 12 * 60 * minute]
/** A replica that takes a look and dies keeps others from it for so long. */
const leaseMs = 3 * minute
/** Somebody else decides about a post that has been unconfirmed for longer. */
const patienceMs = 7 * 24 * 60 * minute
const atOnce = 4

/**
 * Asks connect what became of posts that nobody reported on, and settles those of which it knows. Nothing is sent
 * again by this. Returns how many were asked about.
 */
export async function lookForPosts(deps: Deps): Promise<number> {
  const now = deps.clock()
  const due = await takeDueLooks(deps.db, now, new Date(now.getTime() + leaseMs), atOnce)
  await Promise.all(
    due.map((look) =>
      lookForOne(deps, look).catch((error: unknown) =>
        deps.logger.warn({ err: error, task: look.taskId }, 'a post could not be looked for'),
      ),
    ),
  )
  return due.length
}

async function lookForOne(deps: Deps, look: DueLook): Promise<void> {
  const stored = await getStoredCard(deps, { orgId: look.orgId }, look.taskId)
  const token = stored.post?.claim_token ?? null
  const now = deps.clock().getTime()
  const later = (pauseMs: number | undefined, looks = look.looks + 1) =>
    writeLook(deps.db, look, { looks, lookAt: pauseMs === undefined ? null : new Date(now + pauseMs) })
  const old = now - stored.task.status_changed_at.getTime() > patienceMs
  if (stored.task.status !== 'unconfirmed' || token === null || old) return later(undefined, look.looks)
  const sighting = await sightingOf(deps, stored, token)
  // Connect is away: that says nothing about the post.
  if (sighting === undefined) return later(minute, look.looks)
  if (sighting.outcome === 'unknown') return later(sighting.again ? pauses[look.looks] : undefined)
  await settle(deps, stored, token, sighting)
}

async function sightingOf(
  deps: Deps,
  { task, post }: StoredCard,
  attemptKey: string,
): Promise<PostSighting | undefined> {
  if (post === undefined || post.channel_id === null) return { outcome: 'unsent' }
  return callRpc(deps.bus, LookForPost, {
    orgId: task.org_id,
    actorId: actorOf(task, post),
    channelId: post.channel_id,
    taskId: task.id,
    attemptKey,
    platform: post.platform,
    title: task.title,
    body: task.body,
    link: post.link,
    linkHandling: post.link_handling,
    media: post.media.map((medium) => mediaUrl(deps.settings.apiUrl, medium)),
    firstComment: post.first_comment,
    fields: task.fields,
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'unavailable') return undefined
    throw error
  })
}

async function settle(
  deps: Deps,
  { task }: StoredCard,
  token: string,
  sighting: Exclude<PostSighting, { outcome: 'unknown' }>,
): Promise<void> {
  const { org_id: orgId, id: taskId } = task
  if (sighting.outcome === 'unsent') return sayUnsent(deps, { orgId, taskId, token })
  if (sighting.outcome === 'failed') {
    const { class: kind, message, fix } = sighting.failure
    await settleClaim(deps, {
      orgId,
      taskId,
      token,
      result: { outcome: 'failed', failure: { class: kind, message, fix } },
    })
    return
  }
  const { externalId, externalUrl, comment } = sighting
  await settleClaim(deps, { orgId, taskId, token, result: { outcome: 'posted', externalId, externalUrl } })
  const missing = comment === null ? '' : ` Its first comment was not written: ${comment}`
  const body = `The post went out, as was found later.${missing}`.slice(0, maxTimelineBody)
  const ctx = agentCtx(orgId, task.owner_id, 'board')
  await appendEntry(deps, ctx, taskId, { kind: 'system', body }, `look:${token}`)
}

const neverSent: PostFailure = {
  class: 'unconfirmed',
  message: 'Whoever was to publish it stopped before anything was sent',
  fix: 'Set it back to draft and approve it again',
}

// It stays unconfirmed: a person decides whether it is still to go out, this late.
async function sayUnsent(deps: Deps, claim: { orgId: string; taskId: string; token: string }): Promise<void> {
  await inTransaction(deps.db, undefined, async (tx) => {
    const { task, post } = await getLockedPost(tx, claim.orgId, claim.taskId)
    if (task.status !== 'unconfirmed' || post.claim_token !== claim.token) return
    await writePost(tx, task, { ...post, failure: neverSent, look_at: null }, deps.clock())
  })
}
