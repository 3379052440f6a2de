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
import { atrium } from '../../platform/api.ts'
import { operationQuery } from '../../platform/operation-query.ts'

/** The address of a public happening. */
export interface PublicAddress {
  readonly orgSlug: string
  readonly slug: string
}

/** A published happening, for visitors. */
export const publicHappeningQuery = (params: PublicAddress) =>
  operationQuery(['public-happening', params.orgSlug, params.slug], getPublicHappening, { params })

/** Orders tickets; a repeated key orders once. */
export const order = (params: PublicAddress, body: OrderTickets, idempotencyKey: string) =>
  atrium.call(orderTickets, { params, body }, { idempotencyKey })

/** Waits for tickets that are sold out. */
export const wait = (params: PublicAddress, body: OrderTickets, idempotencyKey: string) =>
  atrium.call(joinWaitingList, { params, body }, { idempotencyKey })

/** An order that the token of its mail confirms; asking again changes nothing. */
export const confirmedOrderQuery = (id: string, token: string) =>
  operationQuery(['confirmed-order', id, token], confirmOrder, { params: { id }, body: { token } })

/** A ticket, for its holder. */
export const heldTicketQuery = (code: string) =>
  operationQuery(['held-ticket', code], getHeldTicket, { params: { code } })

/** A place in a waiting list, for its person. */
export const waitingPersonQuery = (code: string) =>
  operationQuery(['waiting-person', code], getWaitingPerson, { params: { code } })

/** Leaves a waiting list. */
export const leave = (code: string) => atrium.call(leaveWaitingList, { params: { code } })
