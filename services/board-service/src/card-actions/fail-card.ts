import { type CardStatus, cardErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { type StoredCard, type VersionedCard, versionedView } from '../cards/card-view.ts'
import { changedCard } from '../cards/changed-card.ts'
import { emitPostMove } from '../cards/post-events.ts'
import { mayMove } from '../cards/status-machine.ts'
import { getLockedCard, writeChange, writeMove } from '../cards/stored-cards.ts'
import type { Transaction } from '../database.ts'
import { agentCtx, boardAuthor, type Deps } from '../deps.ts'
import { appendEntry } from '../timeline/timeline.ts'

/**
 * Moves a card to `failed` and writes the reason to `fields.failure` and the timeline. With `only`,
 * fails the card only in that status. Throws `not_found`, `invalid_transition`.
 */
export async function failCard(
  deps: Deps,
  {
    orgId,
    taskId,
    reason,
    options = {},
  }: { orgId: string; taskId: string; reason: string; options?: { only?: CardStatus } | undefined },
): Promise<VersionedCard> {
  return inTransaction(deps.db, undefined, async (tx) => {
    const stored = await getLockedCard(tx, orgId, taskId)
    if (options.only !== undefined && stored.card.status !== options.only)
      throw cardErrors.invalid_transition()
    const written = await failed(deps, tx, stored, reason)
    const ctx = { ...agentCtx(orgId, stored.card.owner_id, 'board'), tx }
    await appendEntry(deps, ctx, {
      taskId,
      input: { kind: 'system', body: reason },
      key: deps.newId('evt'),
    })
    return versionedView(deps, written)
  })
}

/**
 * True if the card may be marked as failed now. A post may not if it may already be on its way to
 * the network.
 */
export const mayFail = (stored: StoredCard): boolean => {
  const { kind, status, destination_scheme } = stored.card
  return (
    mayMove({ kind, manual: destination_scheme === 'manual' }, status, 'failed') ||
    isUnclaimed(stored)
  )
}

// Without a claim, no part of the post can have been sent.
const isUnclaimed = ({ card, post }: StoredCard): boolean =>
  post !== undefined && (card.status === 'draft' || card.status === 'reviewed')

async function failed(
  deps: Deps,
  tx: Transaction,
  stored: StoredCard,
  reason: string,
): Promise<StoredCard> {
  if (stored.post === undefined || !isUnclaimed(stored)) {
    const patch = { status: 'failed' as const, fields: { failure: { message: reason } } }
    return writeChange(deps, tx, {
      before: stored,
      change: changedCard(stored, patch, deps.now()),
      recorder: {
        by: boardAuthor,
      },
    })
  }
  const failure = {
    class: 'stopped',
    message: reason,
    fix: 'Approve the post again when it should be published',
  }
  const written = await writeMove(deps, tx, {
    before: stored.card,
    post: { ...stored.post, failure },
    move: { status: 'failed' },
    recorder: { by: boardAuthor },
    now: deps.now(),
  })
  await emitPostMove(tx, written, boardAuthor)
  return written
}
