import { type CardStatus, newId } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Tx } from '../database.ts'
import { agentCtx, type Deps } from '../deps.ts'
import { emitPostMove } from '../posts/events.ts'
import { appendEntry } from '../timeline/append-entry.ts'
import { cardView, type StoredCard } from './card-view.ts'
import { changedCard } from './changed-card.ts'
import type { VersionedCard } from './create-card.ts'
import { cardErrors } from './errors.ts'
import { mayMove } from './status-machine.ts'
import { getLockedCard, writeChange } from './update-card.ts'
import { writeMove } from './write-move.ts'

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
    const written = await failed(deps, tx, stored, reason)
    const ctx = { ...agentCtx(orgId, stored.task.owner_id, 'board'), tx }
    await appendEntry(deps, ctx, taskId, { kind: 'system', body: reason }, newId('evt'))
    return { card: cardView(deps, written), version: written.task.version }
  })
}

/** Whether a card may be filed as failed now; a post that may be on its way to the network may not. */
export const mayFail = ({ task, post }: StoredCard): boolean =>
  mayMove({ kind: task.kind, manual: task.destination_scheme === 'manual' }, task.status, 'failed') ||
  isUnclaimed({ task, post })

// Nobody has claimed it yet, so that nothing of it can have gone out.
const isUnclaimed = ({ task, post }: StoredCard): boolean =>
  post !== undefined && (task.status === 'draft' || task.status === 'reviewed')

async function failed(deps: Deps, tx: Tx, stored: StoredCard, reason: string): Promise<StoredCard> {
  if (stored.post === undefined || !isUnclaimed(stored)) {
    const patch = { status: 'failed' as const, fields: { failure: { message: reason } } }
    return writeChange(deps, tx, stored, changedCard(stored.task, stored.post, patch, deps.clock()))
  }
  const failure = { class: 'stopped', message: reason, fix: 'Approve it again when it is to go out' }
  const post = { ...stored.post, failure }
  const written = await writeMove(tx, stored.task, post, { status: 'failed' }, deps.clock())
  await emitPostMove(tx, written)
  return written
}
