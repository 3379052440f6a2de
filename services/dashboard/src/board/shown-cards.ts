import { type Card, type CardPatch, columnStatus } from '@atrium/contracts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { readCard } from '../platform/records/shared-queries.ts'
import { type ColumnPages, flattenCards, withCard } from './cards-cache.ts'
import type { Column } from './columns/columns.ts'
import { readDue } from './due.ts'

export const cardQuery = (id: string) =>
  queryOptions({
    queryKey: ['cards', 'one', id] as const,
    queryFn: ({ signal }) => readCard(id, signal),
  })

export function showCard(queryClient: QueryClient, card: Card): void {
  for (const [key] of columnsNow(queryClient)) {
    const column = key[3] as Column
    queryClient.setQueryData<ColumnPages>(key, (pages) => pages && withCard(pages, card, column))
  }
  queryClient.setQueryData(cardQuery(card.id).queryKey, (read) => read && { ...read, card })
}

/** Returns the cards of the board's loaded columns by id. */
export function loadedCards(queryClient: QueryClient): Map<string, Card> {
  const cards = columnsNow(queryClient).flatMap(([, pages]) => flattenCards(pages))
  return new Map(cards.map((card) => [card.id, card]))
}

/** Returns a card's column after a change. A card whose new status does not fit leaves its column. */
export const columnAfter = (
  card: Pick<Card, 'status' | 'columnId'>,
  { status = card.status, columnId }: Pick<CardPatch, 'status' | 'columnId'>,
): string | null => {
  if (columnId !== undefined) return columnId
  return columnStatus(status) === columnStatus(card.status) ? card.columnId : null
}

/**
 * Returns a card after a change as far as the page can tell. The platform derives the rest from a
 * post's fields.
 */
export function patched(
  card: Card,
  { fields, dueDate, post: _post, destination: _to, ...plain }: CardPatch,
): Card {
  const set = Object.entries(plain).filter(([, value]) => value !== undefined)
  const merged = Object.entries({ ...card.fields, ...fields }).filter(([, value]) => value !== null)
  const due = dueDate === undefined ? {} : readDue(dueDate)
  return {
    ...card,
    columnId: columnAfter(card, plain),
    ...(Object.fromEntries(set) as Partial<Card>),
    ...due,
    fields: Object.fromEntries(merged),
  }
}

export const shownCard = (queryClient: QueryClient, id: string): Card | undefined =>
  queryClient.getQueryData(cardQuery(id).queryKey)?.card ?? loadedCards(queryClient).get(id)

/** Returns the current columns, needed for putting a card back at its position. */
export const columnsNow = (queryClient: QueryClient) =>
  queryClient.getQueriesData<ColumnPages>({ queryKey: ['cards', 'column'] })
