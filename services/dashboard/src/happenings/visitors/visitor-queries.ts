import {
  confirmOrder,
  getHeldTicket,
  getPublicHappening,
  getWaitingPerson,
  joinWaitingList,
  leaveWaitingList,
  type OrderTickets,
  orderTickets,
} from '@atrium/contracts'
import { atrium } from '../../platform/connection/api.ts'
import { operationQuery } from '../../platform/records/queries.ts'

/** The parts of a public happening's URL. */
export interface PublicAddress {
  readonly orgSlug: string
  readonly slug: string
}

export const publicHappeningQuery = (params: PublicAddress) =>
  operationQuery(['public-happening', params.orgSlug, params.slug], getPublicHappening, { params })

/** Orders tickets. Requests with the same idempotency key order only once. */
export const order = (params: PublicAddress, body: OrderTickets, idempotencyKey: string) =>
  atrium.call(orderTickets, { params, body }, { idempotencyKey })

/** Joins the waiting list for tickets that are sold out. */
export const wait = (params: PublicAddress, body: OrderTickets, idempotencyKey: string) =>
  atrium.call(joinWaitingList, { params, body }, { idempotencyKey })

/**
 * Confirms an order with the token from its mail and returns the order. A repeated request changes
 * nothing.
 */
export const confirmedOrderQuery = (id: string, token: string) =>
  operationQuery(['confirmed-order', id, token], confirmOrder, { params: { id }, body: { token } })

export const heldTicketQuery = (code: string) =>
  operationQuery(['held-ticket', code], getHeldTicket, { params: { code } })

/** Reads a waiting-list entry for the waiting visitor. */
export const waitingPersonQuery = (code: string) =>
  operationQuery(['waiting-person', code], getWaitingPerson, { params: { code } })

export const leave = (code: string) => atrium.call(leaveWaitingList, { params: { code } })
