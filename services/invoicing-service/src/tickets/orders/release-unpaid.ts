import type { Transaction } from '../../database.ts'
import type { Deps } from '../../deps.ts'
import { shareIfThere } from '../happenings.db.ts'
import { releaseHeld } from '../inventory.db.ts'
import { seatPaidOrders } from './seat-paid-orders.ts'
import {
  deleteOrder,
  lockPayment,
  lockUnpaidOrder,
  type PaymentRow,
  updatePayment,
} from './ticket-payments.db.ts'

/**
 * Ends an unpaid payment and frees the seats of its order. If it was paid meanwhile, or if another
 * session than `known` was stored for it, the seats stay.
 */
export async function releaseUnpaid(
  deps: Pick<Deps, 'config' | 'newId'>,
  tx: Transaction,
  unpaid: Pick<
    PaymentRow,
    'org_id' | 'order_id' | 'happening_id' | 'ticket_type_id' | 'session_id'
  >,
): Promise<void> {
  const happening = await shareIfThere(tx, unpaid.org_id, unpaid.happening_id)
  const order = await lockUnpaidOrder(tx, unpaid)
  const payment = await lockPayment(tx, unpaid)
  if (payment === undefined || (payment.state !== 'open' && payment.state !== 'settling')) return
  if (payment.session_id !== null && payment.session_id !== unpaid.session_id) return
  await updatePayment(tx, payment, { state: 'ended' })
  if (order === undefined) return
  await deleteOrder(tx, order)
  await releaseHeld(tx, order, { isServed: false })
  if (happening !== undefined) await seatPaidOrders(deps, tx, happening, order.ticket_type_id)
}
