import { creditErrors } from '@atrium/contracts'
import { sql } from 'kysely'
import type { Changes, Db, NewRow, OrgKey, Row, Transaction } from '../database.ts'

const notFound = () => creditErrors.reservation_not_found()

export type ReservationRow = Row<'credit_reservations'>

/** Returns undefined if the org already has a reservation under this key. */
export const insertReservation = (tx: Transaction, row: NewRow<'credit_reservations'>) =>
  tx
    .insertInto('credit_reservations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const deleteReservation = (tx: Transaction, { org_id, id }: OrgKey) =>
  tx.deleteFrom('credit_reservations').where('org_id', '=', org_id).where('id', '=', id).execute()

/** Throws `reservation_not_found`, also if the reservation belongs to another org. */
export const lockReservation = (
  tx: Transaction,
  orgId: string,
  by: { id: string } | { key: string },
) =>
  tx
    .selectFrom('credit_reservations')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, ...by }))
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)

/**
 * Settles a held reservation, at most for its credits. Returns undefined if the reservation is not
 * held.
 */
export const settleHeld = (
  tx: Transaction,
  { orgId, id, credits, at }: { orgId: string; id: string; credits: number; at: Date },
) =>
  tx
    .updateTable('credit_reservations')
    .set((eb) => ({
      status: 'settled' as const,
      charged: eb.fn<string>('least', ['credits', sql<string>`${credits}::bigint`]),
      settled_at: at,
    }))
    .where((eb) => eb.and({ org_id: orgId, id, status: 'held' }))
    .returningAll()
    .executeTakeFirst()

export const lockReservationsOfNodes = (
  tx: Transaction,
  orgId: string,
  { runId, nodeIds }: { runId: string; nodeIds: readonly string[] },
) =>
  tx
    .selectFrom('credit_reservations')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, run_id: runId }))
    .where('node', 'in', nodeIds)
    .orderBy('id')
    .forUpdate()
    .execute()

export const updateReservation = (
  tx: Transaction,
  { org_id, id }: OrgKey,
  changes: Changes<'credit_reservations'>,
) =>
  tx
    .updateTable('credit_reservations')
    .set(changes)
    .where((eb) => eb.and({ org_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()

export const expiredReservations = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('credit_reservations')
    .select(['id', 'org_id'])
    .where('status', '=', 'held')
    .where('expires_at', '<', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()

/**
 * Gives all reserved credits of an organisation back to their users. Locks the reservations in the
 * order of their ids, so it cannot deadlock with a settlement.
 */
export async function freeOrgReservations(tx: Transaction, orgId: string): Promise<void> {
  await tx
    .selectFrom('credit_reservations')
    .select('id')
    .where((eb) => eb.and({ org_id: orgId, status: 'held' }))
    .orderBy('id')
    .forUpdate()
    .execute()
  await sql`update credit_accounts a set reserved = a.reserved - h.credits
    from (select user_id, sum(credits) as credits from credit_reservations
      where org_id = ${orgId} and status = 'held' group by user_id) h
    where h.user_id = a.user_id`.execute(tx)
  await tx
    .updateTable('credit_reservations')
    .set({ status: 'released' })
    .where((eb) => eb.and({ org_id: orgId, status: 'held' }))
    .execute()
}
