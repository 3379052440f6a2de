import { happeningErrors, type OrderTickets, type TicketOrder } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Db, Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { findOrg } from '../identity/orgs.ts'
import { giveTickets } from './give-tickets.ts'
import { availableOf, isOver, type TicketTypeRow } from './happening.ts'
import { getPublishedRow, getTypeRow } from './happenings.db.ts'
import { takeTickets } from './inventory.db.ts'
import { limitVisitor } from './limit-visitors.ts'
import { orgVoice } from './org-voice.ts'
import { holdTickets } from './pending-orders.ts'

export const isLeft = (type: TicketTypeRow, quantity: number): boolean => quantity <= availableOf(type)

/**
 * A published happening with one of its ticket types, as visitors may order it. Throws `not_found`, `happening_over`,
 * `priced_ticket` (409).
 */
export async function findOnSale(
  deps: Deps,
  db: Db,
  { orgSlug, slug }: { orgSlug: string; slug: string },
  ticketTypeId: string,
) {
  const { orgId } = await findOrg(deps, 'slug', orgSlug)
  const happening = await getPublishedRow(db, orgId, slug)
  const type = await getTypeRow(db, orgId, happening.id, ticketTypeId)
  if (isOver(happening, deps.now())) throw happeningErrors.happening_over()
  if (Number(type.price_cents) > 0) throw happeningErrors.priced_ticket()
  return { happening, type }
}

/** The most tickets that an order gets without a confirmed address. */
const mostUnconfirmed = 2

/** The transaction of a visitor's request, and the network that the request comes from. */
export interface VisitorCtx {
  tx?: Transaction | undefined
  client?: string | undefined
}

/**
 * Orders tickets: a small first order gets them at once, any other holds its seats until its address is confirmed. The
 * inventory is taken by one conditional update, the last statement, so that others wait for the commit alone. Throws
 * `not_found`, `sold_out`, `priced_ticket`, `happening_over`, `too_many_tickets` (409), `rate_limited` (429).
 */
export async function orderTickets(
  deps: Deps,
  { tx: outer, client }: VisitorCtx,
  address: { orgSlug: string; slug: string },
  { ticketTypeId, quantity, name, email }: OrderTickets,
): Promise<TicketOrder> {
  const { happening, type } = await findOnSale(deps, outer ?? deps.db, address, ticketTypeId)
  // Spares the writes that the update would refuse.
  if (!isLeft(type, quantity)) throw happeningErrors.sold_out()
  const voice = await orgVoice(deps, happening.org_id)
  return inTransaction(deps.db, outer, async (tx) => {
    const { org_id, id: happening_id } = happening
    const visitor = { orgId: org_id, happeningId: happening_id, email, client }
    const { mustConfirm } = await limitVisitor(deps, tx, visitor, quantity)
    const wanted = { ticket_type_id: type.id, quantity, name, email, client: client ?? null }
    const isHeld = mustConfirm || quantity > mostUnconfirmed
    const store = isHeld ? holdTickets : giveTickets
    const order = await store({ ...deps, voice }, tx, happening, wanted)
    const taken = { org_id, happening_id, ticket_type_id: type.id, quantity }
    if (await takeTickets(tx, taken, isHeld ? 'held' : 'sold')) return order
    // Got a price or lost the last tickets since it was read; the rollback takes the order back.
    const current = await getTypeRow(tx, org_id, happening_id, type.id)
    throw Number(current.price_cents) > 0 ? happeningErrors.priced_ticket() : happeningErrors.sold_out()
  })
}
