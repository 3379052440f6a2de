import { sql } from 'kysely'
import type { Changes, Db, NewRow, Row, Transaction } from '../../database.ts'
import type { OrderRow } from '../inventory.db.ts'

export type PaymentRow = Row<'ticket_payments'>

export const insertPayment = (
  tx: Transaction,
  row: NewRow<'ticket_payments'>,
): Promise<PaymentRow> =>
  tx.insertInto('ticket_payments').values(row).returningAll().executeTakeFirstOrThrow()

/** Returns the open payment of an identical request with the same idempotency key. */
export const findPaymentOfRequest = (tx: Transaction, orgId: string, request: string) =>
  tx
    .selectFrom('ticket_payments')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, request, state: 'open' }))
    .executeTakeFirst()

/** A session at the processor, and the order named in its metadata. */
export interface TicketSession {
  accountId: string
  sessionId: string
  orderId: string | undefined
}

/**
 * Returns a session's payment. If another session is stored, or none because of a crash, the order
 * in its metadata identifies the payment that waits for money.
 */
export async function findPaymentOfSession(
  db: Db,
  orgId: string,
  { accountId, sessionId, orderId }: TicketSession,
): Promise<PaymentRow | undefined> {
  const payments = db.selectFrom('ticket_payments').selectAll().where('org_id', '=', orgId)
  const sessionPayment = await payments
    .where((eb) => eb.and({ account_id: accountId, session_id: sessionId }))
    .executeTakeFirst()
  if (sessionPayment !== undefined || orderId === undefined) return sessionPayment
  return payments
    .where('order_id', '=', orderId)
    .where('state', 'in', ['open', 'settling', 'ended'])
    .executeTakeFirst()
}

/** Locks a payment until the transaction ends. Lock its order first. */
export const lockPayment = (tx: Transaction, { org_id, order_id }: PaymentKey) =>
  tx
    .selectFrom('ticket_payments')
    .selectAll()
    .where((eb) => eb.and({ org_id, order_id }))
    .forUpdate()
    .executeTakeFirst()

type PaymentKey = Pick<PaymentRow, 'org_id' | 'order_id'>

export const updatePayment = (
  tx: Transaction,
  { org_id, order_id }: PaymentKey,
  changes: Changes<'ticket_payments'>,
) =>
  tx
    .updateTable('ticket_payments')
    .set(changes)
    .where((eb) => eb.and({ org_id, order_id }))
    .execute()

/** Stores the session of a payment. Returns false if the payment is no longer open. */
export async function storeSession(
  tx: Transaction,
  { org_id, order_id }: PaymentKey,
  session: Pick<PaymentRow, 'account_id' | 'session_id'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ticket_payments')
    .set(session)
    .where((eb) => eb.and({ org_id, order_id, state: 'open' }))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Locks the unpaid order that holds a payment's seats until the transaction ends. */
export const lockUnpaidOrder = (tx: Transaction, { org_id, order_id }: PaymentKey) =>
  tx
    .selectFrom('ticket_orders')
    .selectAll()
    .where((eb) => eb.and({ org_id, id: order_id, status: 'unpaid' }))
    .forUpdate()
    .executeTakeFirst()

export const deleteOrder = (tx: Transaction, { org_id, id }: Pick<OrderRow, 'org_id' | 'id'>) =>
  tx
    .deleteFrom('ticket_orders')
    .where((eb) => eb.and({ org_id, id }))
    .execute()

export const holdOrderUntil = (tx: Transaction, { org_id, order_id }: PaymentKey, until: Date) =>
  tx
    .updateTable('ticket_orders')
    .set({ expires_at: until })
    .where((eb) => eb.and({ org_id, id: order_id, status: 'unpaid' }))
    .execute()

/** Deletes an order's unused tickets. Returns each with its holder's name and address. */
export const deleteUnusedTickets = (tx: Transaction, { org_id, order_id }: PaymentKey) =>
  tx
    .deleteFrom('tickets')
    .using('ticket_orders as o')
    .where('tickets.org_id', '=', org_id)
    .where('tickets.order_id', '=', order_id)
    .where('tickets.checked_in_at', 'is', null)
    .whereRef('o.id', '=', 'tickets.order_id')
    .whereRef('o.org_id', '=', 'tickets.org_id')
    .returning(['tickets.code', 'o.name', 'o.email'])
    .execute()

const seatedAtMost = 50

/**
 * Locks paid orders without seats, oldest first. Orders being changed by another transaction are
 * skipped.
 */
export const lockUnseated = (tx: Transaction, orgId: string, typeId: string) =>
  tx
    .selectFrom('ticket_payments')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, ticket_type_id: typeId, state: 'unseated' }))
    .orderBy('paid_at')
    .orderBy('order_id')
    .limit(seatedAtMost)
    .forUpdate()
    .skipLocked()
    .execute()

/**
 * Returns an organisation's newest paid order without seats, the number of all, and the payment's
 * invoice.
 */
export const newestUnseated = (db: Db, orgId: string) =>
  db
    .selectFrom('ticket_payments as p')
    .leftJoin('happenings as h', (join) =>
      join.onRef('h.id', '=', 'p.happening_id').onRef('h.org_id', '=', 'p.org_id'),
    )
    .leftJoin('invoices as i', (join) =>
      join
        .onRef('i.org_id', '=', 'p.org_id')
        .onRef('i.payments_account_id', '=', 'p.account_id')
        .onRef('i.payments_session_id', '=', 'p.session_id'),
    )
    .select([
      'p.name',
      'p.quantity',
      'p.title',
      'p.amount_cents',
      'p.currency',
      'p.paid_at',
      'p.state',
    ])
    .select(['h.id as happening_id', 'i.id as invoice_id'])
    .select((eb) => eb.fn.countAll<string>().over().as('count'))
    .where('p.org_id', '=', orgId)
    .where('p.state', 'in', ['unseated', 'wrong_amount'])
    .orderBy('p.paid_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Deletes payments whose session ended unpaid before a moment. */
export const deleteUnpaidPayments = (db: Db, before: Date) =>
  db
    .deleteFrom('ticket_payments')
    .where(sql<boolean>`state in ('open', 'ended')`)
    .where('session_ends_at', '<', before)
    .execute()

export const endPayment = (tx: Transaction, { org_id, id }: Pick<OrderRow, 'org_id' | 'id'>) =>
  tx
    .updateTable('ticket_payments')
    .set({ state: 'ended' })
    .where((eb) => eb.and({ org_id, order_id: id }))
    .where('state', 'in', ['open', 'settling'])
    .execute()
