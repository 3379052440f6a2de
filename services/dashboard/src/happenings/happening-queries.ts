import {
  type CreateHappening,
  cancelTicket,
  checkInTicket,
  createHappening,
  deleteHappening,
  getHappening,
  type Happening,
  listHappenings,
  listTickets,
  listWaiting,
  removeWaiting,
  type UpdateHappening,
  updateHappening,
} from '@atrium/contracts'
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { nextOffset } from '../money/next-offset.ts'
import type { Guard } from '../money/use-draft-form.ts'
import { atrium } from '../platform/api.ts'
import { type Tagged, tagged } from '../platform/tagged.ts'

const pageSize = 50

/** The happenings, newest first, or those that a text finds. */
export const happeningsQuery = (q = '') =>
  infiniteQueryOptions({
    queryKey: ['happenings', 'list', q],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listHappenings,
        { query: { limit: pageSize, offset: pageParam, ...(q === '' ? {} : { q }) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  })

/** One happening with its version. */
export const happeningQuery = (id: string) =>
  queryOptions({
    queryKey: ['happenings', 'one', id],
    queryFn: ({ signal }) => tagged<Happening>(atrium.call(getHappening, { params: { id } }, { signal })),
  })

/** The tickets of a happening, newest first, or those that a text finds. */
export const ticketsQuery = (id: string, q: string) =>
  infiniteQueryOptions({
    queryKey: ['happenings', 'tickets', id, q],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(
        listTickets,
        { params: { id }, query: { limit: pageSize, offset: pageParam, ...(q === '' ? {} : { q }) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  })

/** How many holders of tickets were admitted. */
export const admittedQuery = (id: string) =>
  queryOptions({
    queryKey: ['happenings', 'admitted', id],
    queryFn: async ({ signal }) => {
      const query = { checkedIn: 'true', limit: 1 } as const
      return (await atrium.call(listTickets, { params: { id }, query }, { signal })).total
    },
  })

/** The waiting list of a happening, in its order. */
export const waitingQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['happenings', 'waiting', id],
    queryFn: ({ pageParam, signal }) =>
      atrium.call(listWaiting, { params: { id }, query: { limit: pageSize, offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
  })

const refresh = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ['happenings'] })

/** A happening as its form writes it. */
export type HappeningBody = z.input<typeof CreateHappening>

const keep = (queryClient: QueryClient, happening: Tagged<Happening>) => {
  queryClient.setQueryData(happeningQuery(happening.id).queryKey, happening)
  void refresh(queryClient)
}

/** Adds a happening, or changes one as it was read. A repeated key adds one. */
export async function saveHappening(
  queryClient: QueryClient,
  { id, key, etag, body }: Guard & { id: string | undefined; body: HappeningBody },
): Promise<Tagged<Happening>> {
  const happening = await tagged<Happening>(
    id === undefined
      ? atrium.call(createHappening, { body }, { idempotencyKey: key })
      : atrium.call(updateHappening, { params: { id }, body }, { ...(etag && { ifMatch: etag }) }),
  )
  keep(queryClient, happening)
  return happening
}

/** Changes single fields of a happening. */
export const changeHappeningMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof UpdateHappening>) =>
      tagged<Happening>(atrium.call(updateHappening, { params: { id }, body })),
    onSuccess: (happening) => keep(queryClient, happening),
  })

/** Deletes a happening with its tickets. */
export const deleteHappeningMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: () => atrium.call(deleteHappening, { params: { id } }),
    onSuccess: () => refresh(queryClient),
  })

/** Takes a ticket back. */
export const cancel = (id: string, ticketId: string) =>
  atrium.call(cancelTicket, { params: { id, ticketId } })

/** Takes an entry off the waiting list. */
export const stopWaiting = (id: string, entryId: string) =>
  atrium.call(removeWaiting, { params: { id, entryId } })

/** Admits the holder of a ticket. */
export const admit = (id: string, code: string) =>
  atrium.call(checkInTicket, { params: { id }, body: { code } })

/** The ticket of a code, also one that was used; undefined without one. */
export const ticketOfCode = async (id: string, code: string) => {
  const { items } = await atrium.call(listTickets, { params: { id }, query: { q: code, limit: 1 } })
  return items.find((ticket) => ticket.code === code)
}
