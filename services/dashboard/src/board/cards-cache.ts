import type { Card, CardPage } from '@atrium/contracts'
import type { InfiniteData } from '@tanstack/react-query'
import { type Column, isInColumn } from './columns/columns.ts'

export type ColumnPages = InfiniteData<CardPage>

/**
 * Returns a column's cards, each once, because a card may have moved to the next page between two
 * reads.
 */
export function flattenCards(pages: ColumnPages | undefined): Card[] {
  const cards = new Map<string, Card>()
  for (const page of pages?.pages ?? []) for (const card of page.items) cards.set(card.id, card)
  return [...cards.values()]
}

export function withoutCard(pages: ColumnPages, id: string): ColumnPages {
  const has = pages.pages.some(({ items }) => items.some((card) => card.id === id))
  if (!has) return pages
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      total: page.total - 1,
      items: page.items.filter((card) => card.id !== id),
    })),
  }
}

/**
 * Returns a column with the current state of a card. The card keeps its position, moves to the top
 * if it is new in the column, or is removed if it belongs to another column.
 */
export function withCard(
  pages: ColumnPages,
  card: Card,
  column: Pick<Column, 'id' | 'statuses' | 'others'>,
): ColumnPages {
  if (!isInColumn(column, card)) return withoutCard(pages, card.id)
  const isListed = pages.pages.some(({ items }) => items.some(({ id }) => id === card.id))
  return {
    ...pages,
    pages: pages.pages.map((page, index) => ({
      ...page,
      total: isListed ? page.total : page.total + 1,
      items: isListed
        ? page.items.map((item) => (item.id === card.id ? card : item))
        : index === 0
          ? [card, ...page.items]
          : page.items,
    })),
  }
}
