import { StartInternalRun } from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import type { Ctx, Deps } from '../deps.ts'
import { cardErrors } from '../tasks/errors.ts'
import { getCard } from '../tasks/read-cards.ts'
import { approvePost } from './approve-post.ts'

/**
 * Starts the chain that publishes a post; a draft is approved first. Two clicks both run, also when the first is
 * already at it (invoicing and automation specification, "One-off internal chains"); the claim inside the run keeps
 * them from posting twice. Throws `invalid_transition`, `post_rules_failed`, `unavailable` when no runner answers.
 */
export async function publishNow(deps: Deps, ctx: Ctx, id: string): Promise<{ runId: string }> {
  const { card } = await getCard(deps, ctx, id)
  if (card.post === undefined) throw cardErrors.not_a_post()
  if (card.status !== 'reviewed' && card.status !== 'posting') {
    await approvePost(deps, ctx, id, { dueDate: deps.clock().toISOString() })
  }
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
