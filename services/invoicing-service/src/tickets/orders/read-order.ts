import { AppError, type ConfirmedOrder } from '@atrium/contracts'
import type { Deps } from '../../deps.ts'
import { getOrderRow, listTicketsOfOrder } from './pending-orders.db.ts'

/**
 * Returns an order's state for its thank-you page, or undefined if the org has no such order. The
 * tickets of an order that was confirmed by mail are left out, because only the owner of the address
 * may see them, and others may know the order's id.
 */
export async function findOrderState(
  { db }: Pick<Deps, 'db'>,
  orgId: string,
  id: string,
): Promise<
  { reason: 'confirmed' | 'pending' | 'unpaid'; tickets: ConfirmedOrder['tickets'] } | undefined
> {
  const order = await getOrderRow(db, id).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'not_found') return undefined
    throw error
  })
  if (order === undefined || order.org_id !== orgId) return undefined
  const isShown = order.status === 'confirmed' && order.token_hash === null
  return {
    reason: order.status,
    tickets: isShown ? await listTicketsOfOrder(db, orgId, id) : [],
  }
}
