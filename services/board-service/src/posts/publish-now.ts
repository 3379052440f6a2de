import { StartInternalRun } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { cardErrors } from '../cards/errors.ts'
import { getCard } from '../cards/read-cards.ts'
import type { Ctx, Deps } from '../deps.ts'
import { approvePost, getLockedPost } from './approve-post.ts'
import { requireChannel, withChannels } from './channel-rights.ts'
import { writeActor } from './posts.db.ts'

/**
 * Starts the chain that publishes a post; a draft is approved first. Two clicks both run, also when the first is
 * already at it (docs/reference/workflows.md, "One-off chains"); the claim inside the run keeps
 * them from posting twice. Throws `invalid_transition`, `post_rules_failed`,
 * `channel_not_available`, `unavailable` when no runner answers or nobody can say whose the channel is.
 */
export async function publishNow(deps: Deps, ctx: Ctx, id: string): Promise<{ runId: string }> {
  const { card } = await getCard(deps, ctx, id)
  if (card.post === undefined) throw cardErrors.not_a_post()
  if (card.status !== 'reviewed' && card.status !== 'posting') {
    await approvePost(deps, ctx, id, { dueDate: deps.clock().toISOString() })
  } else await armAnew(deps, ctx, id)
  const channel = card.post.channelId
  if (channel === null) throw cardErrors.invalid_transition({ message: 'The post has no connected account' })
  return callRpc(deps.bus, StartInternalRun, {
    orgId: ctx.orgId,
    userId: ctx.userId,
    kind: 'publish-now',
    id: channel,
    taskId: id,
  })
}

/** The clicks' right to the channel counts from now on, as an approval's does. */
async function armAnew(deps: Deps, ctx: Ctx, id: string): Promise<void> {
  const asked = await withChannels(deps, ctx, id)
  await inTransaction(deps.db, ctx.tx, async (tx) => {
    const { task, post } = await getLockedPost(tx, ctx.orgId, id)
    if (post.channel_id !== null) await requireChannel(deps, asked, post.channel_id)
    if (task.status === 'reviewed') await writeActor(tx, ctx.orgId, id, ctx.userId)
  })
}
