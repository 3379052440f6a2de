import { ticketErrors } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../database.ts'

const notHeld = () =>
  ticketErrors.not_found({
    message: 'This order is no longer reserved. Order again, or use the newest mail.',
  })

/** Returns an order by its id, which only its mail and its response contain. Throws `not_found`. */
export const getOrderRow = (db: Db, id: string) =>
  db.selectFrom('ticket_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow(notHeld)

/**
 * Locks an order against confirmation and expiry until the transaction ends. Throws `not_found`.
 */
export const lockOrderRow = (tx: Transaction, orgId: string, id: string) =>
  tx
    .selectFrom('ticket_orders')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notHeld)

export const orderNotHeld = notHeld

export async function markConfirmed(tx: Transaction, orgId: string, id: string): Promise<void> {
  await tx
    .updateTable('ticket_orders')
    .set({ status: 'confirmed', expires_at: null })
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .execute()
}

export const listTicketsOfOrder = (db: Db, orgId: string, orderId: string) =>
  db
    .selectFrom('tickets')
    .select(['id', 'code'])
    .where('org_id', '=', orgId)
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()

/** True if an order has expired. */
export async function hasExpiredOrder(db: Db, now: Date): Promise<boolean> {
  const expired = db
    .selectFrom('ticket_orders')
    .select('id')
    .where('status', '<>', 'confirmed')
    .where('expires_at', '<=', now)
  return (await expired.limit(1).executeTakeFirst()) !== undefined
}

/** Deletes one expired order, unless it is being confirmed or paid, and returns it. */
export const deleteExpiredOrder = (tx: Transaction, now: Date) =>
  tx
    .deleteFrom('ticket_orders')
    .where('id', 'in', (query) =>
      query
        .selectFrom('ticket_orders')
        .select('id')
        .where('status', '<>', 'confirmed')
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()

interface OfAddress {
  orgId: string
  happeningId: string
  email: string
}

/** Counts an address's tickets of an event: issued, held, and waited for. */
export async function countTicketsOfAddress(
  tx: Transaction,
  { orgId, happeningId, email }: OfAddress,
) {
  const { rows } = await sql<{ n: string }>`
    select coalesce(sum(n), 0) as n from (
      select count(t.id) as n from ticket_orders o join tickets t on t.order_id = o.id and t.org_id = o.org_id
        where o.happening_id = ${happeningId} and o.org_id = ${orgId} and lower(o.email) = lower(${email})
      union all
      select sum(o.quantity) from ticket_orders o
        where o.happening_id = ${happeningId} and o.org_id = ${orgId} and lower(o.email) = lower(${email})
          and o.status <> 'confirmed'
      union all
      select sum(w.quantity) from waiting_list w
        where w.happening_id = ${happeningId} and w.org_id = ${orgId} and lower(w.email) = lower(${email})
    ) as each_kind`.execute(tx)
  return Number(rows[0]?.n ?? 0)
}

/** Returns true if an address has ordered from an organisation since a time. */
export async function hasOrderedSince(tx: Transaction, orgId: string, email: string, since: Date) {
  const row = await tx
    .selectFrom('ticket_orders')
    .select('id')
    .where('org_id', '=', orgId)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
