import {
  AppError,
  cardErrors,
  connectErrors,
  networksWithFigures,
  type PostMetrics,
  type PostReportRow,
  ReadPostMetrics,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { getStoredCard } from '../cards/stored-cards.ts'
import type { PostRow } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { ensureTimeZone } from '../due-days/time-zone.ts'
import {
  findMetrics,
  type MetricsRow,
  putFailure,
  putMetrics,
  sumByMonth,
  takeDueFigures,
} from './figures.db.ts'
import { failurePause, freshFor } from './refresh-pause.ts'

/** After this time, a post's figures are read only if somebody looks at them. */
const followedMs = 30 * 86_400_000
const leaseMs = 120_000
const atOnce = 4

/**
 * Returns a published post's figures, and reads them again if they are no longer current. Throws
 * `not_a_post`, `not_posted` (409), `not_supported` (400), `channel_not_available` (422), and the
 * network's errors if there are no figures yet.
 */
export async function readFigures(deps: Deps, ctx: Ctx, id: string): Promise<PostMetrics> {
  const { orgId } = ctx.principal
  const { card, post } = await getStoredCard(deps, orgId, id, ctx.tx)
  if (post === undefined) throw cardErrors.not_a_post()
  if (card.status !== 'posted')
    throw cardErrors.not_posted({ message: 'The post is not published yet' })
  if (!statesFigures(post)) throw cardErrors.not_supported()
  const known = await findMetrics(deps.db, orgId, id)
  if (known !== undefined && known.next_at > deps.now() && known.items !== null)
    return metricsView(known)
  requireNewAttempt(deps, known)
  try {
    return await refreshFigures(deps, post, known)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (known !== undefined && known.items !== null) return metricsView(known)
    // Connect does not have the channel any more, or cannot use it.
    if (error.kind === 'not_found') throw cardErrors.channel_not_available()
    throw error
  }
}

/**
 * Throws the last failure again if the network was asked for this post's figures a short time ago
 * and gave none. Networks limit how often an account may ask. The back-off in the background grows
 * much longer, and a user who has reconnected the account must not wait that long.
 */
function requireNewAttempt({ now }: Deps, known: MetricsRow | undefined): void {
  if (known === undefined || known.items !== null || known.failure === null) return
  const failedAt = known.next_at.getTime() - failurePause(known.failures)
  const waitMs = failedAt + failurePause(1) - now().getTime()
  if (waitMs <= 0) return
  const details = { retryAfterSeconds: Math.ceil(waitMs / 1_000) }
  const error = heldBack.get(known.failure)
  if (error !== undefined) throw error({ details })
}

const heldBack = new Map(
  Object.entries({
    not_found: cardErrors.channel_not_available,
    not_supported: cardErrors.not_supported,
    token_rejected: connectErrors.token_rejected,
    network_unavailable: connectErrors.network_unavailable,
  }),
)

/** Reads the figures of posts that were published lately. Any number of replicas may run it. */
export async function refreshDueFigures(deps: Deps): Promise<number> {
  const now = deps.now()
  const due = await takeDueFigures(deps.db, {
    since: new Date(now.getTime() - followedMs),
    now,
    until: new Date(now.getTime() + leaseMs),
    limit: atOnce,
  })
  await Promise.all(
    due.map(({ orgId, taskId }) =>
      refreshOne(deps, orgId, taskId).catch((error: unknown) =>
        deps.logger.info({ err: error, task: taskId }, 'the figures of a post could not be read'),
      ),
    ),
  )
  return due.length
}

/** Returns what an organisation published, by account and month. */
export async function reportPosts(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  { months }: { months: number },
): Promise<{ items: PostReportRow[] }> {
  await ensureTimeZone(deps, orgId)
  return { items: await sumByMonth(deps.db, orgId, months) }
}

async function refreshOne(deps: Deps, orgId: string, taskId: string): Promise<void> {
  const { post } = await getStoredCard(deps, orgId, taskId)
  if (post !== undefined && statesFigures(post))
    await refreshFigures(deps, post, await findMetrics(deps.db, orgId, taskId))
}

type MeasuredPost = PostRow & { channel_id: string; external_id: string }

const statesFigures = (post: PostRow): post is MeasuredPost =>
  post.channel_id !== null &&
  post.external_id !== null &&
  networksWithFigures.some((network) => network === post.platform)

async function refreshFigures(
  deps: Deps,
  post: MeasuredPost,
  known: MetricsRow | undefined,
): Promise<PostMetrics> {
  const { org_id, task_id, channel_id: channelId, external_id: externalId } = post
  try {
    const asked = { orgId: org_id, channelId, externalId }
    const { items } = await callRpc(deps.bus, ReadPostMetrics, asked)
    const now = deps.now()
    const age = now.getTime() - (post.posted_at ?? now).getTime()
    const next_at = new Date(now.getTime() + freshFor(age))
    await putMetrics(deps.db, { org_id, task_id, items, read_at: now, next_at })
    return { items, at: now.toISOString() }
  } catch (error) {
    const failures = (known?.failures ?? 0) + 1
    const next_at = new Date(deps.now().getTime() + failurePause(failures))
    const failure = error instanceof AppError ? error.code : null
    await putFailure(deps.db, { org_id, task_id, failures, next_at, failure })
    throw error
  }
}

const metricsView = ({ items, read_at, next_at }: MetricsRow): PostMetrics => ({
  items: items ?? [],
  at: (read_at ?? next_at).toISOString(),
})
