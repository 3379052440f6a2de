import { inTransaction } from '@atrium/database'
import { cardView } from '../cards/card-view.ts'
import { changedCard } from '../cards/changed-card.ts'
import type { VersionedCard } from '../cards/create-card.ts'
import { cardErrors } from '../cards/errors.ts'
import { getLockedCard, writeOwnChange } from '../cards/update-card.ts'
import type { CardRow, PostRow, Tx } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { withChannels } from './channel-rights.ts'

/** A post that is held. Throws `not_found` (404), `not_a_post` (409). */
export async function getLockedPost(
  tx: Tx,
  orgId: string,
  id: string,
): Promise<{ task: CardRow; post: PostRow }> {
  const { task, post } = await getLockedCard(tx, orgId, id)
  if (post === undefined) throw cardErrors.not_a_post()
  return { task, post }
}

/**
 * Arms a post of the automated arm: draft (or failed) → reviewed at its due date when every rule of the
 * destination passes. Throws `invalid_transition` (409), `post_rules_failed` (422), and as
 * `requireChannels` does.
 */
export async function approvePost(
  deps: Deps,
  ctx: Ctx,
  id: string,
  input: { dueDate: string },
): Promise<VersionedCard> {
  const asked = await withChannels(deps, ctx, id)
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const stored = await getLockedPost(tx, ctx.orgId, id)
    if (stored.task.status === 'reviewed') {
      throw cardErrors.invalid_transition({ message: 'The post is reviewed already' })
    }
    const change = changedCard(
      stored.task,
      stored.post,
      { status: 'reviewed', dueDate: input.dueDate },
      deps.clock(),
    )
    const written = await writeOwnChange(deps, asked, tx, stored, change)
    return { card: cardView(deps, written), version: written.task.version }
  })
}
