import { type ApprovedCard, type Card, cardErrors, PublishSweepStatus } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { callRpc } from '@atrium/messaging'
import { versionedView } from '../cards/card-view.ts'
import { changedCard } from '../cards/changed-card.ts'
import { isMail } from '../cards/post-input.ts'
import { getLockedPost } from '../cards/stored-cards.ts'
import type { Ctx, Deps } from '../deps.ts'
import { ensureTimeZone } from '../due-days/time-zone.ts'
import { askedChannels, writeOwnChange } from './channel-rights.ts'
import { lookUpMedia } from './known-media.ts'

/**
 * Approves a post for its due date: draft or failed → reviewed. Throws `invalid_transition`,
 * `post_rules_failed`.
 */
export async function approvePost(
  deps: Deps,
  ctx: Ctx,
  { id, dueDate }: { id: string; dueDate: string },
) {
  const approval = { status: 'reviewed', dueDate } as const
  const { orgId } = ctx.principal
  const channels = await askedChannels(deps, ctx, { taskIds: [id] })
  const media = await lookUpMedia(deps, ctx, { taskIds: [id], patch: approval })
  const zone = await ensureTimeZone(deps, orgId, ctx.tx)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const stored = await getLockedPost(tx, orgId, id)
    if (stored.card.status === 'reviewed') {
      throw cardErrors.invalid_transition({ message: 'The post was already approved or rejected' })
    }
    const known = await media.readAfter(stored, approval)
    const change = changedCard(stored, approval, deps.now(), { known, zone })
    return versionedView(
      deps,
      await writeOwnChange(deps, ctx, { channels, tx, before: stored, change }),
    )
  })
}

/** Returns the warnings for an approval. Adds no warning if the runner does not respond. */
export async function approvalWarnings(
  deps: Deps,
  { principal: { orgId } }: Ctx,
  { post }: Card,
): Promise<ApprovedCard['warnings']> {
  const byMail = post !== undefined && isMail(post.platform)
  const asked = byMail ? { orgId, byMail } : { orgId }
  const sweep = await callRpc(deps.bus, PublishSweepStatus, asked).catch((error: unknown) => {
    deps.logger.warn({ err: error, org: orgId }, 'no answer whether a workflow publishes')
    return undefined
  })
  if (sweep === undefined || sweep.active) return []
  return [
    {
      code: 'no_publish_sweep',
      message: 'No active workflow publishes posts, so this post will not be published',
      fix: 'Activate a workflow from the template "Publish scheduled posts", or publish the post now',
    },
  ]
}
