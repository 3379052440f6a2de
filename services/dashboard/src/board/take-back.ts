import type { Card, CardPatch } from '@atrium/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { isSame } from './card/card-merge.ts'
import { type ColumnPages, flattenCards, withoutCard } from './cards-cache.ts'
import { type Column, isInColumn } from './columns/columns.ts'
import { type columnsNow, showCard, shownCard } from './shown-cards.ts'

/** Returns `now` with the values of a refused change restored. Later changes stay. */
function valuesBack(now: object, before: object, set: object): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(now))
  const former = new Map<string, unknown>(Object.entries(before))
  for (const [name, value] of Object.entries(set)) {
    if (name === 'fields' || value === undefined || !isSame(values.get(name), value)) continue
    if (former.has(name)) values.set(name, former.get(name))
    else values.delete(name)
  }
  return Object.fromEntries(values)
}

/**
 * Returns a card without a refused change. Only the changed fields go back to their values in
 * `before`.
 */
const takenBack = (now: Card, before: Card, patch: CardPatch): Card => ({
  ...(valuesBack(now, before, patch) as Card),
  fields: valuesBack(now.fields, before.fields, patch.fields ?? {}),
})

/**
 * Undoes a refused change of a card in its columns and in the drawer. All other cards stay
 * unchanged.
 */
export function takeBack(
  queryClient: QueryClient,
  before: Card,
  set: CardPatch & Partial<Pick<Card, 'updatedAt'>>,
  columns: ReturnType<typeof columnsNow>,
): void {
  const now = shownCard(queryClient, before.id)
  if (now === undefined) return
  const card = takenBack(now, before, set)
  const isIn = (pages: ColumnPages | undefined) =>
    flattenCards(pages).some(({ id }) => id === card.id)
  showCard(queryClient, card)
  for (const [key, former] of columns) {
    const column = key[3] as Column
    if (!isInColumn(column, card) || !isInColumn(column, before)) continue
    queryClient.setQueryData<ColumnPages>(key, (pages) => {
      const others = pages && withoutCard(pages, card.id)
      // If a column of the same status did not have the card before, its filter excludes the card.
      return others && isIn(former) ? withCardBack(others, card, former) : others
    })
  }
}

/**
 * Returns a column with a card back at its position in `former`: after the nearest preceding card
 * on the page.
 */
function withCardBack(
  pages: ColumnPages,
  card: Card,
  former: ColumnPages | undefined,
): ColumnPages {
  const ids = flattenCards(former).map(({ id }) => id)
  const before = new Set(ids.slice(0, Math.max(0, ids.indexOf(card.id))))
  const shown = flattenCards(pages).findLast(({ id }) => before.has(id))
  return {
    ...pages,
    pages: pages.pages.map((page, index) => {
      const at = shown === undefined ? -1 : page.items.findIndex(({ id }) => id === shown.id)
      const here = at >= 0 || (shown === undefined && index === 0)
      return {
        ...page,
        total: page.total + 1,
        items: here ? page.items.toSpliced(at + 1, 0, card) : page.items,
      }
    }),
  }
}
