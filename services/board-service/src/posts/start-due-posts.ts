import { PublishSweepStatus, StartInternalRun } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { isMail } from '../cards/post-input.ts'
import type { Deps } from '../deps.ts'
import { type StartedPost, takeStartable, undoStart } from './start-due-posts.db.ts'

const atOnce = 50
/** Older posts are left to the organisation's own schedule, for example after an outage. */
const lateMs = 15 * 60_000

/**
 * Starts a run for each post that has just become due, if an active workflow of its organisation
 * publishes. So a post leaves within a minute, and the workflow's schedule is the safety net. Any
 * number of replicas may run it, and the claim publishes a post once. Returns how many posts were
 * due.
 */
export async function startDuePosts(deps: Deps): Promise<number> {
  const now = deps.now()
  const since = new Date(now.getTime() - lateMs)
  const due = await takeStartable(deps.db, { since, now, limit: atOnce })
  const byOrg = Map.groupBy(due, ({ orgId }) => orgId)
  for (const [orgId, posts] of byOrg) {
    try {
      const { active } = await callRpc(deps.bus, PublishSweepStatus, { orgId })
      if (active) for (const post of posts) await startRun(deps, post)
    } catch (error) {
      deps.logger.warn({ err: error, org: orgId }, 'due posts could not be started')
      // The next round tries again. A post that was started stays with its run.
      await undoStart(
        deps.db,
        orgId,
        posts.map(({ taskId }) => taskId),
      )
    }
  }
  return due.length
}

async function startRun(
  { bus, logger }: Deps,
  { orgId, taskId, userId, platform, channelId }: StartedPost,
): Promise<void> {
  const id = isMail(platform) ? platform : channelId
  if (id === null) return
  const { runId } = await callRpc(bus, StartInternalRun, {
    orgId,
    userId,
    kind: 'publish-now',
    id,
    taskId,
  })
  logger.info({ org: orgId, task: taskId, run: runId }, 'a due post was started')
}
