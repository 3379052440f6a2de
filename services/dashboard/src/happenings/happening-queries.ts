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
import { atrium } from '../platform/api.ts'
import { offsetPages } from '../platform/offset-pages.ts'
import { tagged, taggedQuery } from '../platform/tagged.ts'

/** The happenings, newest first, or those that a text finds. */
export const happeningsQuery = (q = '') =>
  offsetPages(['happenings', 'list', q], (page, options) =>
    atrium.call(listHappenings, { query: { ...page, ...(q && { q }) } }, options),
  )

/** One happening with its version. */
export const happeningQuery = taggedQuery<Happening>('happenings', (id, options) =>
  atrium.call(getHappening, { params: { id } }, options),
)

/** The tickets of a happening, newest first, or those that a text finds. */
export const ticketsQuery = (id: string, q: string) =>
  offsetPages(['happenings', 'tickets', id, q], (page, options) =>
    atrium.call(listTickets, { params: { id }, query: { ...page, ...(q && { q }) } }, options),
  )

/** The number of admitted holders of tickets. */
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
  offsetPages(['happenings', 'waiting', id], (query, options) =>
    atrium.call(listWaiting, { params: { id }, query }, options),
  )

const refresh = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: ['happenings'] })

/** Changes single fields of a happening. */
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

/** Admits the holder of a ticket. */
export const admit = (id: string, code: string) =>
  atrium.call(checkInTicket, { params: { id }, body: { code } })

/** The ticket of a code, also one that was used; undefined without one. */
export const ticketOfCode = async (id: string, code: string) => {
  const { items } = await atrium.call(listTickets, { params: { id }, query: { q: code, limit: 1 } })
  return items.find((ticket) => ticket.code === code)
}
