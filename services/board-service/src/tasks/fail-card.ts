import { type CardStatus, newId } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { agentCtx, type Deps } from '../deps.ts'
import { appendEntry } from '../timeline/append-entry.ts'
import { cardView } from './card-view.ts'
import { changedCard } from './changed-card.ts'
import type { VersionedCard } from './create-card.ts'
import { cardErrors } from './errors.ts'
import { getLockedCard, writeChange } from './update-card.ts'

/**
 * Files a card as failed with its reason, in `fields.failure` and on its timeline. With `only`, refuses unless
 * the card is in that status. Throws `not_found`, `invalid_transition`.
 */
export async function failCard(
  deps: Deps,
  orgId: string,
  taskId: string,
  reason: string,
  options: { only?: CardStatus } = {},
): Promise<VersionedCard> {
  return inTransaction(deps.db, undefined, async (tx) => {
    const stored = await getLockedCard(tx, orgId, taskId)
    if (options.only !== undefined && stored.task.status !== options.only)
      throw cardErrors.invalid_transition()
    const change = changedCard(
      stored.task,
      stored.post,
      { status: 'failed', fields: { failure: { message: reason } } },
      deps.clock(),
    )
    const written = await writeChange(deps, tx, stored, change)
    const ctx = { ...agentCtx(orgId, stored.task.owner_id, 'board'), tx }
    await appendEntry(deps, ctx, taskId, { kind: 'system', body: reason }, newId('evt'))
    return { card: cardView(written), version: written.task.version }
  })
}
