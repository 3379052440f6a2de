import { cardErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { CardRow, Transaction } from '../database.ts'
import { type Ctx, type Deps, toChangeAuthor } from '../deps.ts'
import { handOverCards } from '../references/change-references.ts'
import { deleteCardRows, lockCard, lockCards, lockPrunable } from './cards.db.ts'
import { emitDeleted } from './events.ts'

/**
 * Deletes cards and emits an event for each. The caller has locked the rows. Their files become
 * release candidates.
 */
export async function removeCards(
  deps: Deps,
  ctx: Ctx & { tx: Transaction },
  { cards, reason }: { cards: readonly CardRow[]; reason: 'deleted' | 'pruned' | 'bulk' },
): Promise<void> {
  const { tx, principal } = ctx
  const { orgId } = principal
  const by = toChangeAuthor(ctx)
  const ids = cards.map(({ id }) => id)
  await handOverCards(tx, orgId, ids, deps.now())
  await deleteCardRows(tx, orgId, ids)
  for (const card of cards) await emitDeleted(tx, card, { reason, by })
}

/**
 * Deletes one card. `ifMatch` is the request header. Throws `not_found`, `post_in_flight` (409),
 * `precondition_failed` (412).
 */
export async function deleteCard(
  deps: Deps,
  ctx: Ctx,
  { id, ifMatch }: { id: string; ifMatch?: string | undefined },
): Promise<void> {
  const check = ({ version }: CardRow): boolean => {
    checkIfMatch(ifMatch, versionEtag(id, version))
    return true
  }
  if (!(await deleteWhen(deps, ctx, { id, mayGo: check }))) throw cardErrors.not_found()
}

/**
 * Deletes a card if `mayGo` returns true for it. Returns true if the card was deleted. Throws
 * `post_in_flight` (409).
 */
export async function deleteWhen(
  deps: Deps,
  ctx: Ctx,
  { id, mayGo }: { id: string; mayGo: (card: CardRow) => boolean },
): Promise<boolean> {
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const stored = await lockCard(tx, ctx.principal.orgId, id)
    if (stored === undefined || !mayGo(stored.card)) return false
    if (stored.card.status === 'posting') throw cardErrors.post_in_flight()
    await removeCards(deps, { ...ctx, tx }, { cards: [stored.card], reason: 'deleted' })
    return true
  })
}

const batch = 200

/**
 * Deletes cards in batches if their status has not changed for at least `olderThanDays` days.
 * Returns how many.
 */
export async function pruneCards(
  deps: Deps,
  ctx: Ctx,
  input: { status: 'archived' | 'done'; olderThanDays: number },
): Promise<{ deleted: number }> {
  const { orgId } = ctx.principal
  const before = new Date(deps.now().getTime() - input.olderThanDays * 86_400_000)
  let deleted = 0
  for (;;) {
    const removed = await inTransaction(deps.db, ctx.tx, async (tx) => {
      const cards = await lockPrunable(tx, { orgId, status: input.status, before, limit: batch })
      if (cards.length > 0) await removeCards(deps, { ...ctx, tx }, { cards, reason: 'pruned' })
      return cards.length
    })
    deleted += removed
    if (removed < batch) return { deleted }
  }
}

/** Deletes the org's quotes among these cards. Returns how many were deleted. */
export async function deleteQuoteCards(
  deps: Deps,
  ctx: Ctx,
  ids: readonly string[],
): Promise<{ deleted: number }> {
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const cards = await lockCards(tx, ctx.principal.orgId, ids, 'quote')
    if (cards.length > 0) await removeCards(deps, { ...ctx, tx }, { cards, reason: 'bulk' })
    return { deleted: cards.length }
  })
}
