import { happeningErrors, newId, type OrderTickets, WaitingEntry, type WaitingPlace } from '@atrium/contracts'
import { inTransaction, viewOf } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { giveTickets } from './give-tickets.ts'
import { type HappeningRow, isOver } from './happening.ts'
import { lockTypeRow, shareHappeningRow } from './happenings.db.ts'
import { takeTickets } from './inventory.db.ts'
import { findOnSale, isLeft } from './order-tickets.ts'
import { orgZone } from './org-zone.ts'
import { deleteWaiting, firstWaiting, positionOf, putWaiting, type WaitingRow } from './waiting-list.db.ts'

export const toWaitingEntry: (row: WaitingRow) => WaitingEntry = viewOf(WaitingEntry)

/**
 * Puts an address on the waiting list of a sold-out type, once. The type is locked, so that no ticket becomes free
 * between the decision and the entry. Throws `not_found`, `not_sold_out`, `priced_ticket`, `happening_over` (409).
 */
export async function joinWaitingList(
  deps: Deps,
  { tx: outer }: { tx?: Transaction | undefined },
  address: { orgSlug: string; slug: string },
  { ticketTypeId, quantity, name, email }: OrderTickets,
): Promise<WaitingPlace> {
  const { happening } = await findOnSale(deps, outer ?? deps.db, address, ticketTypeId)
  const { org_id, id: happening_id } = happening
  return inTransaction(deps.db, outer, async (tx) => {
    await shareHappeningRow(tx, org_id, happening_id)
    const type = await lockTypeRow(tx, org_id, happening_id, ticketTypeId)
    if (isLeft(type, quantity)) throw happeningErrors.not_sold_out()
    const entry = { id: newId('wait'), org_id, happening_id, ticket_type_id: type.id, quantity, name, email }
    const id = await putWaiting(tx, entry)
    return { id, position: await positionOf(tx, org_id, type.id, id) }
  })
}

/**
 * Gives free tickets of a type to its waiting list, in order, as far as they go. The caller has locked the type and
 * shares the happening. Nothing once the happening is over.
 */
export async function serveWaitingList(
  deps: Deps,
  tx: Transaction,
  happening: HappeningRow,
  typeId: string,
): Promise<void> {
  if (isOver(happening, deps.now())) return
  let zone: string | undefined
  for (;;) {
    const waiting = await firstWaiting(tx, happening.org_id, typeId)
    if (waiting === undefined || !(await takeTickets(tx, waiting))) return
    zone ??= await orgZone(deps, happening.org_id)
    await deleteWaiting(tx, waiting)
    await giveTickets({ ...deps, zone }, tx, happening, waiting)
  }
}
