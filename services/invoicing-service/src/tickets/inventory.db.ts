import type { NewRow, Row, Transaction } from '../database.ts'

export type OrderRow = Row<'ticket_orders'>
type Holding = Pick<OrderRow, 'org_id' | 'happening_id' | 'ticket_type_id' | 'quantity'>

/**
 * Takes free tickets of a type in one conditional update: all of the quantity or none. The row is locked from here to
 * the end of the transaction. Whether they were taken.
 */
export async function takeTickets(tx: Transaction, order: Holding): Promise<boolean> {
  const { org_id, happening_id, ticket_type_id: id, quantity } = order
  const { numUpdatedRows } = await tx
    .updateTable('ticket_types')
    .set((eb) => ({ sold: eb('sold', '+', quantity) }))
    .where((eb) => eb.and({ org_id, happening_id, id, price_cents: '0' }))
    .where((eb) => eb(eb('sold', '+', quantity), '<=', eb.ref('capacity')))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Gives tickets of a type back; the type stays locked until the transaction ends. */
export const releaseTickets = (tx: Transaction, { org_id, ticket_type_id: id, quantity }: Holding) =>
  tx
    .updateTable('ticket_types')
    .set((eb) => ({ sold: eb('sold', '-', quantity) }))
    .where((eb) => eb.and({ org_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Stores an order with its tickets. */
export async function insertOrder(
  tx: Transaction,
  order: Omit<OrderRow, 'created_at'>,
  tickets: ReadonlyArray<{ id: string; code: string }>,
): Promise<void> {
  const { org_id, happening_id, ticket_type_id, id: order_id } = order
  const rows = tickets.map(
    (ticket): NewRow<'tickets'> => ({ ...ticket, org_id, happening_id, ticket_type_id, order_id }),
  )
  await tx.insertInto('ticket_orders').values(order).execute()
  await tx.insertInto('tickets').values(rows).execute()
}
