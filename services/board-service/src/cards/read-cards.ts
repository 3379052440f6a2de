import type { Card, CardPage, CardQuery } from '@atrium/contracts'
import type { Tx } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { cardView, type StoredCard } from './card-view.ts'
import { findCard, findCards, findKeyedCard } from './cards.db.ts'
import type { VersionedCard } from './create-card.ts'
import { cardErrors } from './errors.ts'
import { type CardSearch, searchCards } from './search-cards.db.ts'

/** One card as stored. Throws `not_found`, also for another org's. */
export async function getStoredCard(
  deps: Deps,
  ctx: Pick<Ctx, 'orgId' | 'tx'>,
  id: string,
): Promise<StoredCard> {
  const stored = await findCard(ctx.tx ?? deps.db, ctx.orgId, id)
  if (stored === undefined) throw cardErrors.not_found()
  return stored
}

/** One card. Throws `not_found`, also for another org's. */
export async function getCard(deps: Deps, ctx: Ctx, id: string): Promise<VersionedCard> {
  const stored = await getStoredCard(deps, ctx, id)
  return { card: cardView(deps, stored), version: stored.task.version }
}

/** A page of cards. */
export async function listCards(deps: Deps, ctx: Ctx, query: CardQuery): Promise<CardPage> {
  const { cards, total } = await searchCards(deps.db, ctx.orgId, query)
  return {
    items: cards.map((stored) => cardView(deps, stored)),
    total,
    limit: query.limit,
    offset: query.offset,
  }
}

/** Cards for another service. */
export async function findMatching(
  deps: Deps,
  orgId: string,
  search: CardSearch,
): Promise<{ items: Card[]; total: number }> {
  const { cards, total } = await searchCards(deps.db, orgId, search)
  return { items: cards.map((stored) => cardView(deps, stored)), total }
}

/** The cards with these ids that are there, in the order asked for. */
export async function hydrateCards(deps: Deps, orgId: string, ids: readonly string[]): Promise<Card[]> {
  const found = await findCards(deps.db, orgId, ids)
  const cards = new Map(found.map((stored) => [stored.task.id, cardView(deps, stored)]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** The card of a link's owner and canonical URL, or of a caller's key. */
export const findCardId = (
  tx: Tx,
  orgId: string,
  by: { externalKey: string } | { ownerId: string; canonicalUrl: string },
): Promise<string | undefined> => findKeyedCard(tx, orgId, by)
