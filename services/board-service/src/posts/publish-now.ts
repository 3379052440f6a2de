import { cardErrors, StartInternalRun } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { isMail } from '../cards/post-input.ts'
import { getLockedPost, getStoredCard } from '../cards/stored-cards.ts'
import type { Ctx, Deps } from '../deps.ts'
import { approvePost } from './approve-post.ts'
import { askedChannels, requireChannel, requireOwnNetwork } from './channel-rights.ts'
import { setPost } from './posts.db.ts'
import { readPublisher } from './read-publisher.ts'

/**
 * Starts the chain for publishing a post, and approves the post first if needed. The claim prevents
 * double posting. Throws `invalid_transition`, `post_rules_failed`, `channel_not_available`, and
 * `unavailable` if the runner or connect does not respond.
 */
export async function publishNow(deps: Deps, ctx: Ctx, id: string): Promise<{ runId: string }> {
  const { orgId, userId } = ctx.principal
  const { card, post } = await getStoredCard(deps, orgId, id, ctx.tx)
  if (post === undefined) throw cardErrors.not_a_post()
  if (card.status !== 'reviewed' && card.status !== 'posting') {
    await approvePost(deps, ctx, { id, dueDate: deps.now().toISOString() })
    const publisher = await readPublisher(deps, ctx)
    await setPost(ctx.tx ?? deps.db, { orgId, taskId: id }, { publisher })
  } else await armAgain(deps, ctx, id)
  const channelId = isMail(post.platform) ? post.platform : post.channel_id
  if (channelId === null)
    throw cardErrors.invalid_transition({
      message: 'The post has no connected account. Choose one.',
    })
  return callRpc(deps.bus, StartInternalRun, {
    orgId,
    userId,
    kind: 'publish-now',
    id: channelId,
    taskId: id,
  })
}

/**
 * Makes the user who clicked responsible for the post, like an approver: their channel rights count
 * from now on.
 */
async function armAgain(deps: Deps, ctx: Ctx, id: string): Promise<void> {
  const { orgId, userId } = ctx.principal
  const channels = await askedChannels(deps, ctx, { taskIds: [id] })
  const publisher = await readPublisher(deps, ctx)
  await inTransaction(deps.db, ctx.tx, async (tx) => {
    const { card, post } = await getLockedPost(tx, orgId, id)
    const name = post.channel_id === null ? null : await requireChannel(channels, post.channel_id)
    if (card.status !== 'reviewed') return
    await requireOwnNetwork(channels, post)
    const account_name = name ?? post.account_name
    await setPost(tx, { orgId, taskId: id }, { actor_id: userId, publisher, account_name })
  })
}
