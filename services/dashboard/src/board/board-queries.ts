import {
  addTimelineEntry,
  type Card,
  type CardPatch,
  cancelProcess,
  captureLink,
  createCard,
  listTimeline,
  type NewCard,
  type TimelineQuery,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { isPassing, pauseAfter } from '../platform/connection/connection.ts'
import { offsetPages } from '../platform/records/queries.ts'
import { patchCard } from '../platform/records/shared-queries.ts'
import { cardQuery, columnsNow, patched, showCard, shownCard } from './shown-cards.ts'
import { takeBack } from './take-back.ts'

const timelineKey = (id: string) => ['cards', 'timeline', id] as const

/** Lists a card's timeline, newest first: comments, changes, or both. */
export const timelineQuery = (id: string, kind?: TimelineQuery['kind']) =>
  offsetPages([...timelineKey(id), kind], (page, options) =>
    atrium.call(listTimeline, { params: { id }, query: { ...page, kind } }, options),
  )

/** A card change. It is shown at once, and undone if the platform refuses it. */
export interface CardChange {
  readonly card: Card
  readonly patch: CardPatch
}

const tries = 6
const longestPauseMs = 15_000

const changeKey = ['change-card']

/** True unless the user has changed the card again since and that change is not saved yet. */
const isNewestChange = (queryClient: QueryClient, change: CardChange): boolean =>
  queryClient
    .getMutationCache()
    .findAll({ mutationKey: changeKey, status: 'pending' })
    .map(({ state }) => state.variables as CardChange | undefined)
    .findLast((pending) => pending?.card.id === change.card.id) === change

/** Changes a card by a merge patch. It retries if the platform is away or busy. */
export const changeCardMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: changeKey,
    retry: (count, error) => count < tries && isPassing(error),
    retryDelay: (count, error) => pauseAfter(error, Math.min(longestPauseMs, 1_000 * 2 ** count)),
    mutationFn: ({ card, patch }: CardChange) => patchCard(card.id, patch),
    onMutate: async ({ card, patch }: CardChange) => {
      await queryClient.cancelQueries({ queryKey: ['cards'] })
      const columns = columnsNow(queryClient)
      const before = shownCard(queryClient, card.id) ?? card
      const updatedAt = new Date().toISOString()
      showCard(queryClient, { ...patched(before, patch), updatedAt })
      return { before, columns, updatedAt }
    },
    onError: (_error, { patch }, shown) => {
      if (shown === undefined) return
      const { before, columns, updatedAt } = shown
      takeBack(queryClient, before, { ...patch, updatedAt }, columns)
    },
    onSuccess: (read, change) => {
      // The page shows a newer change already. This response would undo it until that is saved.
      if (!isNewestChange(queryClient, change)) return
      queryClient.setQueryData(cardQuery(read.card.id).queryKey, read)
      showCard(queryClient, read.card)
    },
    onSettled: (_read, _error, { card }) =>
      queryClient.invalidateQueries({ queryKey: timelineKey(card.id) }),
  })

/**
 * Creates a card, from an address if it is a link. A repeated idempotency key returns the first
 * card again.
 */
export const createCardMutation = (queryClient: QueryClient, onCreated: () => void) =>
  mutationOptions({
    mutationFn: (card: { url: string } | { body: Partial<NewCard>; key: string }) =>
      'url' in card
        ? atrium.call(captureLink, { body: card })
        : atrium.call(createCard, { body: card.body }, { idempotencyKey: card.key }),
    onSuccess: (card) => {
      showCard(queryClient, card)
      onCreated()
    },
  })

export const addNoteMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: string) =>
      atrium.call(addTimelineEntry, { params: { id }, body: { kind: 'note', body } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: timelineKey(id) }),
  })

/** Stops a card's chain. The card then has the status failed. */
export const stopChainMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => atrium.call(cancelProcess, { params: { id } }),
    onSuccess: (card) => showCard(queryClient, card),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['cards'] }),
  })
