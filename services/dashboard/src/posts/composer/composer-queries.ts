import {
  approvePost,
  createCard,
  getCard,
  getComposer,
  getNextSlot,
  listTimeline,
  markHandedOff,
  markPostedByHand,
  publishPostNow,
  updateCard,
} from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/connection/api.ts'
import { operationQuery } from '../../platform/records/queries.ts'
import { readCard } from '../../platform/records/shared-queries.ts'
import type { SendCalls } from './sending/send.ts'

export const composedPostQuery = (id: string) =>
  queryOptions({
    queryKey: ['cards', 'composed', id],
    queryFn: ({ signal }) => readCard(id, signal),
  })

/** Reads the account's next free posting time. It fails if the account has no posting times. */
export const nextSlotQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['channels', 'next-slot', channelId],
    queryFn: ({ signal }) => atrium.call(getNextSlot, { query: { channelId } }, { signal }),
    retry: false,
    staleTime: 0,
  })

export const latestChangesQuery = (id: string) =>
  operationQuery(['cards', 'changes', id], listTimeline, {
    params: { id },
    query: { kind: 'history', limit: 5 },
  })

export const sendCalls: SendCalls = {
  create: (body, key) => atrium.call(createCard, { body }, { idempotencyKey: key }),
  change: (id, body) => atrium.call(updateCard, { params: { id }, body }),
  approve: (id, dueDate) => atrium.call(approvePost, { params: { id }, body: { dueDate } }),
  publishNow: (id, key) => atrium.call(publishPostNow, { params: { id } }, { idempotencyKey: key }),
  read: (id) => atrium.call(getCard, { params: { id } }),
}

/**
 * Reads the link to the network's own composer, and which parts of the post it cannot take over.
 */
export const networkComposerQuery = (id: string) =>
  operationQuery(['network-composer', id], getComposer, { params: { id } })

export const byHandCalls = {
  handOff: (id: string) => atrium.call(markHandedOff, { params: { id } }),
  posted: (id: string) => atrium.call(markPostedByHand, { params: { id }, body: {} }),
}
