import {
  LookForPost,
  maxTimelineBody,
  type PostFailure,
  type PostSighting,
  SocialPlatform,
} from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc, ifAvailable } from '@atrium/messaging'
import type { StoredCard } from '../cards/card-view.ts'
import { postContent } from '../cards/post-input.ts'
import { getLockedPost, getStoredCard, writePost } from '../cards/stored-cards.ts'
import { agentCtx, type Deps } from '../deps.ts'
import { appendEntry } from '../timeline/timeline.ts'
import { findActor } from './channel-rights.ts'
import { settleClaim } from './claim-post.ts'
import { type DueLook, setPost, takeDueLooks } from './posts.db.ts'

const minute = 60_000
/** Delay until the next look-up, in milliseconds, per look-up without a result. */
const pauses = [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 12 * 60 * minute]
/** If a replica dies during a look-up, other replicas wait this long before they retry it. */
const leaseMs = 3 * minute
/** After this time, an unconfirmed post is left to a user. */
const patienceMs = 7 * 24 * 60 * minute
const atOnce = 4

/**
 * Asks connect about posts with an unknown outcome. Settles those with a result. Never sends a post
 * again.
 */
export async function lookForPosts(deps: Deps): Promise<number> {
  const now = deps.now()
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
  const stored = await getStoredCard(deps, look.orgId, look.taskId)
  const token = stored.post?.claim_token ?? null
  const now = deps.now().getTime()
  const lookAgain = (pauseMs: number | undefined, looks = look.looks + 1) =>
    setPost(deps.db, look, {
      looks,
      look_at: pauseMs === undefined ? null : new Date(now + pauseMs),
    })
  const old = now - stored.card.status_changed_at.getTime() > patienceMs
  if (stored.card.status !== 'unconfirmed' || token === null || old)
    return lookAgain(undefined, look.looks)
  const sighting = await findSighting(deps, stored, token)
  // Connect did not respond, so nothing is known about the post.
  if (sighting === undefined) return lookAgain(minute, look.looks)
  if (sighting.outcome === 'unknown')
    return lookAgain(sighting.again ? pauses[look.looks] : undefined)
  await settle(deps, stored, token, sighting)
}

async function findSighting(
  deps: Deps,
  stored: StoredCard,
  attemptKey: string,
): Promise<PostSighting | undefined> {
  const { card, post } = stored
  // The transaction that settles the claim would queue the mails, so none were queued.
  const { data: platform } = SocialPlatform.safeParse(post?.platform)
  if (post === undefined || post.channel_id === null || platform === undefined)
    return { outcome: 'unsent' }
  const attempt = { orgId: card.org_id, taskId: card.id, channelId: post.channel_id, attemptKey }
  const content = postContent(card, post, deps.config.apiUrl)
  return ifAvailable(
    callRpc(deps.bus, LookForPost, {
      ...attempt,
      actorId: findActor(stored),
      ...content,
      platform,
    }),
  )
}

async function settle(
  deps: Deps,
  { card }: StoredCard,
  token: string,
  sighting: Exclude<PostSighting, { outcome: 'unknown' }>,
): Promise<void> {
  const { org_id: orgId, id: taskId } = card
  if (sighting.outcome === 'unsent') return markUnsent(deps, { orgId, taskId, token })
  if (sighting.outcome === 'failed') {
    const { class: kind, message, fix } = sighting.failure
    const { partsPublished } = sighting
    const failure = { class: kind, message, fix }
    const result = { outcome: 'failed' as const, failure, partsPublished }
    await settleClaim(deps, { orgId, taskId, token, result })
    return
  }
  const { externalId, externalUrl, comment } = sighting
  await settleClaim(deps, {
    orgId,
    taskId,
    token,
    result: { outcome: 'posted', externalId, externalUrl },
  })
  const missing = comment === null ? '' : ` Its first comment was not written: ${comment}`
  const body = `The post went out, as was found later.${missing}`.slice(0, maxTimelineBody)
  const ctx = agentCtx(orgId, card.owner_id, 'board')
  await appendEntry(deps, ctx, { taskId, input: { kind: 'system', body }, key: `look:${token}` })
}

const neverSent: PostFailure = {
  class: 'unconfirmed',
  message: 'Publishing stopped before anything was sent',
  fix: 'Set the post back to draft and approve it again',
}

// The post stays unconfirmed, because a user must decide if it should still go out this late.
async function markUnsent(deps: Deps, claim: { orgId: string; taskId: string; token: string }) {
  await inTransaction(deps.db, undefined, async (tx) => {
    const { card, post } = await getLockedPost(tx, claim.orgId, claim.taskId)
    if (card.status !== 'unconfirmed' || post.claim_token !== claim.token) return
    await writePost(tx, card, { ...post, failure: neverSent, look_at: null }, deps.now())
  })
}
