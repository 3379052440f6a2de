import type { Card, NewCard } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { createCard, createCardOnce } from './create-card.ts'
import { findCardId, getCard } from './read-cards.ts'
import { updateCard } from './update-card.ts'

/**
 * A new card, or the one that the caller's key made before: left as it is, or merged with what is sent (its
 * kind and its status are never touched by that). Safe to repeat and to call at once from many places.
 */
export async function upsertCard(
  deps: Deps,
  ctx: Ctx,
  input: { card: NewCard; key?: string | undefined; onExisting: 'keep' | 'update' },
): Promise<{ card: Card; created: boolean }> {
  const { card, key } = input
  if (key === undefined) return { ...(await createCard(deps, ctx, card)), created: true }
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const inner = { ...ctx, tx }
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const id = await findCardId(tx, ctx.orgId, { externalKey: key })
      if (id !== undefined) {
        const { kind: _, status: __, ...patch } = card
        const stored =
          input.onExisting === 'keep'
            ? await getCard(deps, inner, id)
            : await updateCard(deps, inner, id, patch)
        return { card: stored.card, created: false }
      }
      const created = await createCardOnce(deps, inner, card, { externalKey: key })
      if (created !== undefined) return { card: created.card, created: true }
    }
    throw new Error('A card appears and disappears')
  })
}
