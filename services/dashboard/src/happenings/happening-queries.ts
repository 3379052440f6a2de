import {
  checkInTicket,
  deleteHappening,
  getHappening,
  type Happening,
  listHappenings,
  listTickets,
  listWaiting,
  type UpdateHappening,
  updateHappening,
} from '@atrium/contracts'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { atrium } from '../platform/connection/api.ts'
import { offsetPages } from '../platform/records/queries.ts'
import { tagged, taggedQuery } from '../platform/records/versions.ts'

/** Reads all happenings, or the search results for `q`, newest first. */
export const happeningsQuery = (q = '') =>
  offsetPages(['happenings', 'list', q], (page, options) =>
    atrium.call(listHappenings, { query: { ...page, ...(q && { q }) } }, options),
  )

/** Reads a happening with its version (ETag). */
export const happeningQuery = taggedQuery<Happening>('happenings', (id, options) =>
  atrium.call(getHappening, { params: { id } }, options),
)

/** Reads the tickets of a happening, or the search results for `q`, newest first. */
export const ticketsQuery = (id: string, q: string) =>
  offsetPages(['happenings', 'tickets', id, q], (page, options) =>
    atrium.call(listTickets, { params: { id }, query: { ...page, ...(q && { q }) } }, options),
  )

/** Reads how many ticket holders are checked in. */
export const admittedQuery = (id: string) =>
  queryOptions({
    queryKey: ['happenings', 'admitted', id],
    queryFn: async ({ signal }) => {
      const query = { checkedIn: 'true', limit: 1 } as const
      return (await atrium.call(listTickets, { params: { id }, query }, { signal })).total
    },
  })

/** Reads the waiting list of a happening, first in line first. */
export const waitingQuery = (id: string) =>
  offsetPages(['happenings', 'waiting', id], (query, options) =>
    atrium.call(listWaiting, { params: { id }, query }, options),
  )

const refresh = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ['happenings'] })

export const changeHappeningMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof UpdateHappening>) =>
      tagged<Happening>(atrium.call(updateHappening, { params: { id }, body })),
    onSuccess: (happening) => {
      queryClient.setQueryData(happeningQuery(id).queryKey, happening)
      void refresh(queryClient)
    },
  })

/** Deletes a happening with its tickets. */
export const deleteHappeningMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: () => atrium.call(deleteHappening, { params: { id } }),
    onSuccess: () => refresh(queryClient),
  })

export const admit = (id: string, code: string) =>
  atrium.call(checkInTicket, { params: { id }, body: { code } })

/** Finds a ticket by its code, whether or not it was used. Returns undefined if there is none. */
export const ticketOfCode = async (id: string, code: string) => {
  const { items } = await atrium.call(listTickets, { params: { id }, query: { q: code, limit: 1 } })
  return items.find((ticket) => ticket.code === code)
}
