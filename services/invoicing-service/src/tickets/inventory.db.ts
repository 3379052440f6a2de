import type { Db, NewRow, OrgKey, Row, Transaction } from '../database.ts'

export type OrderRow = Row<'ticket_orders'>
type Holding = Pick<OrderRow, 'org_id' | 'happening_id' | 'ticket_type_id' | 'quantity'>

const takeLeft = (tx: Transaction, order: Holding, as: 'sold' | 'held') => {
  const { org_id, happening_id, ticket_type_id: id, quantity } = order
  return tx
    .updateTable('ticket_types')
    .set((eb) => ({ [as]: eb(as, '+', quantity) }))
    .where((eb) => eb.and({ org_id, happening_id, id }))
    .where((eb) => eb(eb(eb('sold', '+', eb.ref('held')), '+', quantity), '<=', eb.ref('capacity')))
}

/**
 * Takes the whole quantity of a free ticket type or nothing, in one conditional update that locks
 * the row. Takes nothing while the waiting list is served.
 */
export async function takeTickets(
  tx: Transaction,
  order: Holding,
  as: 'sold' | 'held',
): Promise<boolean> {
  const { numUpdatedRows } = await takeLeft(tx, order, as)
    .where((eb) => eb.and({ price_cents: '0', serving: false }))
    .where('offer_id', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Holds the whole quantity or nothing. The type must be paid through an offer. */
export async function holdPaidTickets(
  tx: Transaction,
  order: Holding,
  offerId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await takeLeft(tx, order, 'held')
    .where('offer_id', '=', offerId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Takes the whole quantity of a paid order, or nothing if too few seats are left or the type was
 * removed.
 */
export async function takePaidTickets(tx: Transaction, order: Holding): Promise<boolean> {
  const { numUpdatedRows } = await takeLeft(tx, order, 'sold').executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Takes tickets for the waiting list. The caller must have locked the type and checked that they
 * are free.
 */
export const takeForWaiting = (
  tx: Transaction,
  { org_id, id }: OrgKey,
  { quantity, serving }: { quantity: number; serving: boolean },
) =>
  tx
    .updateTable('ticket_types')
    .set((eb) => ({ sold: eb('sold', '+', quantity), serving }))
    .where((eb) => eb.and({ org_id, id }))
    .execute()

/** Lists up to `limit` ticket types whose waiting lists are being served. */
export const listServing = (db: Db, limit: number) =>
  db
    .selectFrom('ticket_types')
    .select(['id', 'org_id', 'happening_id'])
    .where('serving', '=', true)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Returns tickets to their type, which stays locked until the transaction ends. */
export const releaseTickets = (
  tx: Transaction,
  { org_id, ticket_type_id: id, quantity }: Holding,
) =>
  tx
    .updateTable('ticket_types')
    .set((eb) => ({ sold: eb('sold', '-', quantity) }))
    .where((eb) => eb.and({ org_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()

export const sellHeld = (tx: Transaction, { org_id, ticket_type_id: id, quantity }: Holding) =>
  tx
    .updateTable('ticket_types')
    .set((eb) => ({ sold: eb('sold', '+', quantity), held: eb('held', '-', quantity) }))
    .where((eb) => eb.and({ org_id, id }))
    .execute()

/**
 * Frees an order's held seats. If the type has a waiting list (`isServed`), visitors get none until
 * the list has been served.
 */
export const releaseHeld = (
  tx: Transaction,
  { org_id, ticket_type_id: id, quantity }: Holding,
  { isServed }: { isServed: boolean },
) =>
  tx
    .updateTable('ticket_types')
    .set((eb) => ({ held: eb('held', '-', quantity), ...(isServed ? { serving: true } : {}) }))
    .where((eb) => eb.and({ org_id, id }))
    .execute()

export async function insertOrder(tx: Transaction, order: NewRow<'ticket_orders'>): Promise<void> {
  await tx.insertInto('ticket_orders').values(order).execute()
}

export async function insertTickets(
  tx: Transaction,
  order: Pick<OrderRow, 'id' | 'org_id' | 'happening_id' | 'ticket_type_id'>,
  tickets: ReadonlyArray<{ id: string; code: string }>,
): Promise<void> {
  const { org_id, happening_id, ticket_type_id, id: order_id } = order
  const rows = tickets.map(
    (ticket): NewRow<'tickets'> => ({ ...ticket, org_id, happening_id, ticket_type_id, order_id }),
  )
  await tx.insertInto('tickets').values(rows).execute()
}
