import {
  addTimelineEntry,
  approvePost,
  changeCardsInBulk,
  deleteCard,
  markHandedOff,
  markPostedByHand,
  publishPostNow,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { atrium } from '../platform/connection/api.ts'
import { patchCard, type ReadCard } from '../platform/records/shared-queries.ts'
import type { PostCard } from './post-card.ts'
import { historyKey } from './post-detail-queries.ts'
import { type ShownFields, shownPost, showPost, takeBackPost } from './shown-posts.ts'

const postsKey = ['cards', 'posts']

export interface PostChange {
  readonly card: PostCard
  readonly patch: ShownFields
}

const changeKey = ['changed posts']

/** Runs post changes one after the other and refetches the posts after the last one. */
const inTurn = (queryClient: QueryClient) => ({
  mutationKey: changeKey,
  scope: { id: 'posts' },
  onSettled: async () => {
    if (queryClient.isMutating({ mutationKey: changeKey }) > 1) return
    await queryClient.invalidateQueries({ queryKey: postsKey })
  },
})

/** Shows a change at once and rolls it back if the platform rejects it. */
const optimistic = <V>(
  queryClient: QueryClient,
  effectsOf: (change: V) => readonly PostChange[],
) => ({
  ...inTurn(queryClient),
  onMutate: async (change: V) => {
    await queryClient.cancelQueries({ queryKey: postsKey })
    const effects = effectsOf(change).map(({ card, patch: set }) => ({
      before: shownPost(queryClient, card.id) ?? card,
      set,
    }))
    for (const { before, set } of effects) showPost(queryClient, { ...before, ...set })
    return { effects }
  },
  onError: (
    _error: Error,
    _change: V,
    shown: { effects: readonly { before: PostCard; set: ShownFields }[] } | undefined,
  ) => {
    for (const { before, set } of shown?.effects ?? []) takeBackPost(queryClient, before, set)
  },
})

export const changePostMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ card, patch }: PostChange) =>
      (await patchCard(card.id, patch)) as ReadCard<PostCard>,
    ...optimistic(queryClient, (change: PostChange) => [change]),
  })

export const approvePostMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ card, dueDate }: { card: PostCard; dueDate: string }) =>
      atrium.call(approvePost, { params: { id: card.id }, body: { dueDate } }),
    ...optimistic(queryClient, ({ card, dueDate }: { card: PostCard; dueDate: string }) => [
      { card, patch: { status: 'reviewed', dueDate } },
    ]),
  })

/**
 * Approves drafts for their due times. Rejected drafts stay drafts, and the response gives a reason
 * for each.
 */
export const approveAllMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (cards: readonly PostCard[]) =>
      atrium.call(changeCardsInBulk, {
        body: { ids: cards.map(({ id }) => id), set: { status: 'reviewed' } },
      }),
    ...optimistic(queryClient, (cards: readonly PostCard[]) =>
      cards.map((card) => ({ card, patch: { status: 'reviewed' } })),
    ),
  })

/** Starts the run that publishes a post now. Live events report the result. */
export const publishNowMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (card: PostCard) => atrium.call(publishPostNow, { params: { id: card.id } }),
    ...inTurn(queryClient),
  })

/** Records that the user opened the network's composer with a post. */
export const handOffMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: PostCard) => atrium.call(markHandedOff, { params: { id } }),
    ...optimistic(queryClient, (card: PostCard) => [{ card, patch: { status: 'handed_off' } }]),
  })

/** Records that the user published a post manually, with the post's URL if given. */
export const postedByHandMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ card: { id }, externalUrl }: { card: PostCard; externalUrl?: string }) =>
      atrium.call(markPostedByHand, { params: { id }, body: { externalUrl } }),
    ...inTurn(queryClient),
  })

export const addPostNoteMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, kind, body }: { id: string; kind: 'note' | 'review'; body: string }) =>
      atrium.call(addTimelineEntry, { params: { id }, body: { kind, body } }),
    onSettled: (_entry, _error, { id }) =>
      queryClient.invalidateQueries({ queryKey: historyKey(id) }),
  })

/** Deletes a post for good: its history and its link to the published post are lost. */
export async function deletePost(queryClient: QueryClient, id: string): Promise<void> {
  await atrium.call(deleteCard, { params: { id } })
  await queryClient.invalidateQueries({ queryKey: ['cards'] })
}
