import {
  type ApprovedCard,
  approvePost,
  type Card,
  type CardPatch,
  createCard,
  getCard,
  getComposer,
  listTimeline,
  markHandedOff,
  markPostedByHand,
  publishPostNow,
  updateCard,
} from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/api.ts'
import { operationQuery } from '../../platform/operation-query.ts'
import type { SendCalls } from './send.ts'

/** A card with the version that was read. */
export interface ReadCard {
  readonly card: Card
  readonly etag: string | null
}

const pathOf = (id: string) => `/api/tasks/${encodeURIComponent(id)}`

const readCard = async (response: Response): Promise<ReadCard> => ({
  card: (await response.json()) as Card,
  etag: response.headers.get('etag'),
})

/** One post with its version. */
export const composedPostQuery = (id: string) =>
  queryOptions({
    queryKey: ['cards', 'composed', id],
    queryFn: async ({ signal }) => readCard(await atrium.request(pathOf(id), { signal })),
  })

/** The latest changes of a post and their authors. */
export const latestChangesQuery = (id: string) =>
  operationQuery(['cards', 'changes', id], listTimeline, {
    params: { id },
    query: { kind: 'history', limit: 5 },
  })

/** Changes a post that was read as `etag`. Throws 412 when it has changed since. */
export const changePost = async (id: string, patch: CardPatch, etag: string | null): Promise<ReadCard> =>
  readCard(
    await atrium.request(pathOf(id), {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', ...(etag === null ? {} : { 'if-match': etag }) },
      body: JSON.stringify(patch),
    }),
  )

/** The calls of sending. */
export const sendCalls: SendCalls = {
  create: (body, key) => atrium.call(createCard, { body }, { idempotencyKey: key }),
  change: (id, body) => atrium.call(updateCard, { params: { id }, body }),
  approve: (id, dueDate): Promise<ApprovedCard> =>
    atrium.call(approvePost, { params: { id }, body: { dueDate } }),
  publishNow: (id, key) => atrium.call(publishPostNow, { params: { id } }, { idempotencyKey: key }),
  read: (id) => atrium.call(getCard, { params: { id } }),
}

/** The network's own composer with a post in it, and the parts that it cannot carry. */
export const networkComposerQuery = (id: string) =>
  operationQuery(['network-composer', id], getComposer, { params: { id } })

/** The steps of a post by hand. */
export const byHandCalls = {
  handOff: (id: string) => atrium.call(markHandedOff, { params: { id } }),
  posted: (id: string) => atrium.call(markPostedByHand, { params: { id }, body: {} }),
}
