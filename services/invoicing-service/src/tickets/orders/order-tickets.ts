import { happeningErrors, type OrderTickets, type TicketOrder } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Db } from '../../database.ts'
import type { Deps, Settle } from '../../deps.ts'
import { findOrg } from '../../identity/orgs.ts'
import { giveTickets } from '../give-tickets.ts'
import { countAvailable, isFree, isOver, type TicketTypeRow } from '../happenings/happening.ts'
import { getPublishedRow, getTypeRow } from '../happenings.db.ts'
import { takeTickets } from '../inventory.db.ts'
import { orgVoice } from '../org-voice.ts'
import { limitVisitor } from './limit-visitors.ts'
import { orderPaidTickets } from './order-paid-tickets.ts'
import { holdTickets } from './pending-orders.ts'

export const isLeft = (type: TicketTypeRow, quantity: number): boolean =>
  quantity <= countAvailable(type)

/**
 * Returns a published event that has not ended, with one of its ticket types. Throws `not_found`,
 * `happening_over` (409).
 */
export async function findOrderable(
  deps: Deps,
  db: Db,
  { orgSlug, slug }: { orgSlug: string; slug: string },
  ticketTypeId: string,
) {
  const { orgId } = await findOrg(deps, 'slug', orgSlug)
  const happening = await getPublishedRow(db, orgId, slug)
  const type = await getTypeRow(db, orgId, happening.id, ticketTypeId)
  if (isOver(happening, deps.now())) throw happeningErrors.happening_over()
  return { happening, type }
}

/** Most tickets that an order gets before its address is confirmed. */
const mostUnconfirmed = 2

export interface VisitorCtx {
  client: string | undefined
  key: string | undefined
  settle: Settle<TicketOrder>
}

/**
 * Orders tickets. A small first order of free tickets gets them at once. Any other order holds its
 * seats until its address is confirmed. Tickets with an offer are held until they are paid. One
 * conditional update takes the inventory at the end of the transaction, so others only wait for the
 * commit. Throws `not_found`, `sold_out`, `priced_ticket`, `happening_over`, `too_many_tickets`
 * (409), `rate_limited` (429), and the errors of `openCheckout`.
 */
export async function orderTickets(
  deps: Deps,
  { client, key, settle }: VisitorCtx,
  { address, input }: { address: { orgSlug: string; slug: string }; input: OrderTickets },
): Promise<TicketOrder> {
  const { happening, type } = await findOrderable(deps, deps.db, address, input.ticketTypeId)
  const { offer_id } = type
  if (offer_id === null && !isFree(type)) throw happeningErrors.priced_ticket()
  // Saves writes that the conditional update would undo.
  if (!isLeft(type, input.quantity)) throw happeningErrors.sold_out()
  if (offer_id !== null) {
    const wanted = { orgSlug: address.orgSlug, happening, type: { ...type, offer_id }, input }
    return orderPaidTickets(deps, { client, key }, wanted)
  }
  const { quantity, name, email } = input
  const voice = await orgVoice(deps, happening.org_id)
  return inTransaction(deps.db, undefined, async (tx) => {
    const { org_id, id: happening_id } = happening
    const visitor = { orgId: org_id, happeningId: happening_id, email, client }
    const { mustConfirm } = await limitVisitor(deps, tx, visitor, quantity)
    const wanted = { ticket_type_id: type.id, quantity, name, email, client: client ?? null }
    const isHeld = mustConfirm || quantity > mostUnconfirmed
    const store = isHeld ? holdTickets : giveTickets
    const order = await store({ ...deps, voice }, tx, happening, wanted)
    const taken = { org_id, happening_id, ticket_type_id: type.id, quantity }
    if (await takeTickets(tx, taken, isHeld ? 'held' : 'sold')) {
      await settle(tx, order)
      return order
    }
    // The type got a price or lost its last tickets since it was read. The rollback undoes the
    // order.
    const current = await getTypeRow(tx, org_id, happening_id, type.id)
    throw isFree(current) ? happeningErrors.sold_out() : happeningErrors.priced_ticket()
  })
}
