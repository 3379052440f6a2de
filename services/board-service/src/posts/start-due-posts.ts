import { AppError, PublishSweepStatus, StartInternalRun } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { isMail } from '../cards/post-input.ts'
import type { Deps } from '../deps.ts'
import { noteStart, type StartedPost, takeStartable, undoStart } from './start-due-posts.db.ts'

const atOnce = 50
/** Older posts are left to the organisation's own schedule, for example after an outage. */
const lateMs = 15 * 60_000

/**
 * Starts a run for each post that has just become due, if an active workflow of its organisation
 * publishes. So a post leaves within a minute, and the workflow's schedule is the safety net. Any
 * number of replicas may call it, and the claim publishes a post once. A post that could not be
 * started waits for the next call, so that it delays no other organisation's posts. Returns how many
 * posts were due.
 */
export async function startDuePosts(deps: Deps, signal?: AbortSignal): Promise<number> {
  const now = deps.now()
  const since = new Date(now.getTime() - lateMs)
  const left: StartedPost[] = []
  let count = 0
  for (let more = true; more && signal?.aborted !== true; ) {
    const due = await takeStartable(deps.db, { since, now, limit: atOnce })
    for (const [orgId, posts] of Map.groupBy(due, (post) => post.orgId))
      left.push(...(await startPosts(deps, orgId, posts)))
    count += due.length
    more = due.length === atOnce
  }
  for (const [orgId, posts] of Map.groupBy(left, (post) => post.orgId))
    await undoStart(
      deps.db,
      orgId,
      posts.map(({ taskId }) => taskId),
    )
  return count
}

/** Returns the organisation's posts that could not be started. */
async function startPosts(
  deps: Deps,
  orgId: string,
  posts: readonly StartedPost[],
): Promise<StartedPost[]> {
  const left: StartedPost[] = []
  try {
    if (!(await callRpc(deps.bus, PublishSweepStatus, { orgId })).active) return left
  } catch (error) {
    deps.logger.warn({ err: error, org: orgId }, 'due posts could not be started')
    return [...posts]
  }
  let isAway = false
  for (const post of posts) {
    try {
      if (isAway) left.push(post)
      else await startRun(deps, post)
    } catch (error) {
      left.push(post)
      isAway = error instanceof AppError && error.kind === 'unavailable'
      deps.logger.warn({ err: error, task: post.taskId }, 'a due post could not be started')
    }
  }
  return left
}

async function startRun({ bus, db, logger }: Deps, post: StartedPost): Promise<void> {
  const { orgId, taskId, userId, platform, channelId } = post
  const id = isMail(platform) ? platform : channelId
  if (id === null) return
  const start = { orgId, userId, kind: 'publish-now', id, taskId } as const
  const { runId } = await callRpc(bus, StartInternalRun, start)
  await noteStart(db, post, runId)
  logger.info({ org: orgId, task: taskId, run: runId }, 'a due post was started')
}
