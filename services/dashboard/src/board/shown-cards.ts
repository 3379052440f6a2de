import type { Card, CardPatch } from '@atrium/contracts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'
import { type ColumnPages, cardsOf, withCard } from './cards-cache.ts'
import type { Column } from './columns.ts'

/** A card with the version that was read. */
export interface ReadCard {
  readonly card: Card
  readonly etag: string | null
}

/** The card of an answer and its version. */
export const readCard = async (response: Response): Promise<ReadCard> => ({
  card: (await response.json()) as Card,
  etag: response.headers.get('etag'),
})

/** The address of a card at the platform. */
export const pathOf = (id: string): string => `/api/tasks/${encodeURIComponent(id)}`

/** One card with its version. */
export const cardQuery = (id: string) =>
  queryOptions({
    queryKey: ['cards', 'one', id] as const,
    queryFn: async ({ signal }) => readCard(await atrium.request(pathOf(id), { signal })),
  })

/** Puts a card as it is now into everything that shows it. */
export function showCard(queryClient: QueryClient, card: Card): void {
  for (const [key] of queryClient.getQueriesData<ColumnPages>({ queryKey: ['cards', 'column'] })) {
    const statuses = key[3] as Column['statuses']
    queryClient.setQueryData<ColumnPages>(key, (pages) => pages && withCard(pages, card, { statuses }))
  }
  queryClient.setQueryData(cardQuery(card.id).queryKey, (read) => read && { ...read, card })
}

/** The cards of the board's loaded columns, by id. */
export function loadedCards(queryClient: QueryClient): Map<string, Card> {
  const columns = queryClient.getQueriesData<ColumnPages>({ queryKey: ['cards', 'column'] })
  return new Map(columns.flatMap(([, pages]) => cardsOf(pages)).map((card) => [card.id, card]))
}

/** A card after a change, as far as the page knows: the platform derives what a post's fields mean. */
export function patched(card: Card, { fields, post: _post, destination: _to, ...plain }: CardPatch): Card {
  const set = Object.entries(plain).filter(([, value]) => value !== undefined)
  const merged = Object.entries({ ...card.fields, ...fields }).filter(([, value]) => value !== null)
  return { ...card, ...(Object.fromEntries(set) as Partial<Card>), fields: Object.fromEntries(merged) }
}

/** A card as the page shows it now. */
export const shownCard = (queryClient: QueryClient, id: string): Card | undefined =>
  queryClient.getQueryData(cardQuery(id).queryKey)?.card ?? loadedCards(queryClient).get(id)

/** The columns as they stand, to put a card back into its place. */
export const columnsNow = (queryClient: QueryClient) =>
  queryClient.getQueriesData<ColumnPages>({ queryKey: ['cards', 'column'] })
