import {
  getHeldTicket,
  getPublicHappening,
  getWaitingPerson,
  joinWaitingList,
  leaveWaitingList,
  type OrderTickets,
  orderTickets,
} from '@atrium/contracts'
import { queryOptions } from '@tanstack/react-query'
import { atrium } from '../../platform/api.ts'

/** The address of a public happening. */
export interface PublicAddress {
  readonly orgSlug: string
  readonly slug: string
}

/** A published happening, for visitors. */
export const publicHappeningQuery = (params: PublicAddress) =>
  queryOptions({
    queryKey: ['public-happening', params.orgSlug, params.slug],
    queryFn: ({ signal }) => atrium.call(getPublicHappening, { params }, { signal }),
  })

/** Orders tickets; a repeated key orders once. */
export const order = (params: PublicAddress, body: OrderTickets, idempotencyKey: string) =>
  atrium.call(orderTickets, { params, body }, { idempotencyKey })

/** Waits for tickets that are sold out. */
export const wait = (params: PublicAddress, body: OrderTickets, idempotencyKey: string) =>
  atrium.call(joinWaitingList, { params, body }, { idempotencyKey })

/** A ticket, for its holder. */
export const heldTicketQuery = (code: string) =>
  queryOptions({
    queryKey: ['held-ticket', code],
    queryFn: ({ signal }) => atrium.call(getHeldTicket, { params: { code } }, { signal }),
  })

/** A place in a waiting list, for its person. */
export const waitingPersonQuery = (code: string) =>
  queryOptions({
    queryKey: ['waiting-person', code],
    queryFn: ({ signal }) => atrium.call(getWaitingPerson, { params: { code } }, { signal }),
  })

/** Leaves a waiting list. */
export const leave = (code: string) => atrium.call(leaveWaitingList, { params: { code } })
