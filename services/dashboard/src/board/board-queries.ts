import {
  addTimelineEntry,
  type Card,
  type CardPatch,
  captureLink,
  createCard,
  listTimeline,
  type NewCard,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { atrium } from '../platform/api.ts'
import { type ColumnPages, withCard } from './cards-cache.ts'
import type { Column } from './columns.ts'

/** A card with the version that was read. */
export interface ReadCard {
  readonly card: Card
  readonly etag: string | null
}

const readCard = async (response: Response): Promise<ReadCard> => ({
  card: (await response.json()) as Card,
  etag: response.headers.get('etag'),
})

const cardKey = (id: string) => ['cards', 'one', id] as const

/** One card with its version. */
export const cardQuery = (id: string) =>
  queryOptions({
    queryKey: cardKey(id),
    queryFn: async ({ signal }) =>
      readCard(await atrium.request(`/api/tasks/${encodeURIComponent(id)}`, { signal })),
  })

const timelineKey = (id: string) => ['cards', 'timeline', id] as const

/** The latest entries of a card's timeline. */
export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: timelineKey(id),
    queryFn: ({ signal }) => atrium.call(listTimeline, { params: { id }, query: { limit: 50 } }, { signal }),
  })

/** Puts a card as it is now into everything that shows it. */
function showCard(queryClient: QueryClient, card: Card): void {
  for (const [key] of queryClient.getQueriesData<ColumnPages>({ queryKey: ['cards', 'column'] })) {
    const statuses = key[3] as Column['statuses']
    queryClient.setQueryData<ColumnPages>(key, (pages) => pages && withCard(pages, card, { statuses }))
  }
  queryClient.setQueryData<ReadCard>(cardKey(card.id), (read) => read && { ...read, card })
}

/** A change of a card: shown at once, taken back when it is refused. */
export interface CardChange {
  readonly card: Card
  readonly patch: CardPatch
  /** The version that the person saw; a change since then is refused with 412. */
  readonly etag?: string | null
}

/** Changes a card. */
export const changeCardMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ card, patch, etag }: CardChange) =>
      readCard(
        await atrium.request(`/api/tasks/${encodeURIComponent(card.id)}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json', ...(etag == null ? {} : { 'if-match': etag }) },
          body: JSON.stringify(patch),
        }),
      ),
    onMutate: async ({ card, patch }: CardChange) => {
      await queryClient.cancelQueries({ queryKey: ['cards'] })
      const before = queryClient.getQueriesData({ queryKey: ['cards'] })
      const { fields: _fields, post: _post, destination: _destination, ...plain } = patch
      showCard(queryClient, {
        ...card,
        ...(Object.fromEntries(
          Object.entries(plain).filter(([, value]) => value !== undefined),
        ) as Partial<Card>),
        updatedAt: new Date().toISOString(),
      })
      return { before }
    },
    onError: (_error, _change, context) => {
      for (const [key, data] of context?.before ?? []) queryClient.setQueryData(key, data)
    },
    onSuccess: (read) => {
      queryClient.setQueryData<ReadCard>(cardKey(read.card.id), read)
      showCard(queryClient, read.card)
    },
    onSettled: (_read, _error, { card }) => queryClient.invalidateQueries({ queryKey: timelineKey(card.id) }),
  })

/** Creates a card; a repeated key answers the first one again. */
export const createCardMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ body, key }: { body: Partial<NewCard>; key: string }) =>
      atrium.call(createCard, { body }, { idempotencyKey: key }),
    onSuccess: (card) => showCard(queryClient, card),
  })

/** Captures a link as a card. */
export const captureLinkMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (url: string) => atrium.call(captureLink, { body: { url } }),
    onSuccess: (card) => showCard(queryClient, card),
  })

/** Adds a note to a card's timeline. */
export const addNoteMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: string) =>
      atrium.call(addTimelineEntry, { params: { id }, body: { kind: 'note', body } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: timelineKey(id) }),
  })
