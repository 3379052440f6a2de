import type { Card, CardPage, CardQuery } from '@atrium/contracts'
import { findShownColumn } from '../columns/columns.ts'
import type { Ctx, Deps } from '../deps.ts'
import { isDay } from '../due-days/due.ts'
import { ensureTimeZone } from '../due-days/time-zone.ts'
import { cardView, type VersionedCard, versionedView } from './card-view.ts'
import { findCards, findKeyedCards } from './cards.db.ts'
import { findCardsByField, type WantedCards } from './find-by-field.db.ts'
import { type CardSearch, searchCards } from './search-cards.db.ts'
import { getStoredCard } from './stored-cards.ts'

/** Returns one card. Throws `not_found`, also if the card belongs to another org. */
export const getCard = async (deps: Deps, ctx: Ctx, id: string): Promise<VersionedCard> =>
  versionedView(deps, await getStoredCard(deps, ctx.principal.orgId, id, ctx.tx))

/**
 * Returns a page of cards. Its `limit` is smaller than the query's limit if the cards are too large
 * for one response.
 */
export async function listCards(deps: Deps, ctx: Ctx, query: CardQuery): Promise<CardPage> {
  const { orgId, userId } = ctx.principal
  const assignee = query.assignee === 'me' ? userId : query.assignee
  return { ...(await findMatching(deps, orgId, { ...query, assignee })), offset: query.offset }
}

export async function findMatching(deps: Deps, orgId: string, search: CardSearch) {
  const { dueAfter, dueBefore, postedAfter, postedBefore } = search
  if (
    [dueAfter, dueBefore, postedAfter, postedBefore].some(
      (text) => text !== undefined && isDay(text),
    )
  )
    await ensureTimeZone(deps, orgId)
  const { columnId } = search
  const column =
    columnId === undefined ? undefined : await findShownColumn(deps.db, orgId, columnId)
  if (columnId !== undefined && column === undefined)
    return { items: [], total: 0, limit: search.limit }
  const { cards, ...page } = await searchCards(deps.db, orgId, { ...search, column })
  return { items: cards.map((stored) => cardView(deps, stored)), ...page }
}

/** Returns the newest cards whose field equals a value, for a workflow step. */
export async function findByField(deps: Deps, orgId: string, wanted: WantedCards): Promise<Card[]> {
  const found = await findCardsByField(deps.db, orgId, wanted)
  return found.map((stored) => cardView(deps, stored))
}

/** Returns the existing cards with these ids, in the requested order. */
export async function hydrateCards(
  deps: Deps,
  orgId: string,
  ids: readonly string[],
): Promise<Card[]> {
  const found = await findCards(deps.db, orgId, ids)
  const cards = new Map(found.map((stored) => [stored.card.id, cardView(deps, stored)]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}

/** Returns the existing cards with these creation keys. */
export async function hydrateKeyedCards(deps: Deps, orgId: string, keys: readonly string[]) {
  const found = await findKeyedCards(deps.db, orgId, keys)
  return found.map((stored) => ({
    key: stored.card.external_key ?? '',
    card: cardView(deps, stored),
  }))
}
