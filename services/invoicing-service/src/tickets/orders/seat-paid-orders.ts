import type { Transaction } from '../../database.ts'
import type { Deps } from '../../deps.ts'
import { issueTickets } from '../give-tickets.ts'
import type { HappeningRow } from '../happenings/happening.ts'
import { insertOrder, takePaidTickets } from '../inventory.db.ts'
import { lockUnseated, type PaymentRow, updatePayment } from './ticket-payments.db.ts'

/**
 * Issues the tickets of a paid order that holds no seats. Returns false if too few seats are left.
 */
export async function seatPaidOrder(
  deps: Pick<Deps, 'config' | 'newId'>,
  tx: Transaction,
  happening: HappeningRow,
  payment: PaymentRow,
): Promise<boolean> {
  const {
    order_id: id,
    org_id,
    happening_id,
    ticket_type_id,
    quantity,
    name,
    email,
    language,
  } = payment
  if (!(await takePaidTickets(tx, payment))) return false
  const order = { id, org_id, happening_id, ticket_type_id, quantity, name, email }
  await insertOrder(tx, order)
  await issueTickets({ ...deps, voice: { language } }, tx, happening, order)
  await updatePayment(tx, payment, { state: 'paid', name: '', email: '' })
  return true
}

/** Gives free seats to paid orders without seats, oldest first. */
export async function seatPaidOrders(
  deps: Pick<Deps, 'config' | 'newId'>,
  tx: Transaction,
  happening: HappeningRow,
  typeId: string,
): Promise<void> {
  for (const payment of await lockUnseated(tx, happening.org_id, typeId)) {
    await seatPaidOrder(deps, tx, happening, payment)
  }
}
