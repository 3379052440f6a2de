import { sql } from 'kysely'
import type { Db, NewRow, Transaction } from '../database.ts'
import type { EntitlementRow } from './entitlement.ts'

/** Locks an org, so one transaction at a time decides on its entitlements and checkouts. */
export const lockOrg = (tx: Transaction, orgId: string) =>
  tx
    .selectNoFrom((eb) =>
      eb.fn('pg_advisory_xact_lock', [eb.fn('hashtext', [eb.val(orgId)])]).as('locked'),
    )
    .execute()

export const listEntitlements = (db: Db, orgId: string) =>
  db.selectFrom('entitlements').selectAll().where('org_id', '=', orgId).execute()

export const insertEntitlement = (tx: Transaction, row: NewRow<'entitlements'>) =>
  tx.insertInto('entitlements').values(row).returningAll().executeTakeFirstOrThrow()

export const findBySubscription = (tx: Transaction, subscriptionId: string) =>
  tx
    .selectFrom('entitlements')
    .selectAll()
    .where('payments_subscription_id', '=', subscriptionId)
    .executeTakeFirst()

type Statement = Pick<EntitlementRow, 'status' | 'payments_customer_id' | 'payments_status'> & {
  until?: Date
  event_created: number
}

/**
 * Stores a subscription's state unless a later one is stored. If both were created in the same
 * second, a beginning (`isFirst`) never replaces the stored state, and any other event does if it
 * changes the status or has a later end. Returns undefined if the event came too late.
 */
export async function putSubscription(
  tx: Transaction,
  row: Pick<EntitlementRow, 'id' | 'org_id' | 'plan' | 'payments_subscription_id'>,
  statement: Statement,
  isFirst: boolean,
): Promise<EntitlementRow | undefined> {
  return tx
    .insertInto('entitlements')
    .values({ ...row, ...statement })
    .onConflict((conflict) =>
      conflict
        .column('payments_subscription_id')
        .doUpdateSet(statement)
        .where(
          sql<boolean>`excluded.event_created > entitlements.event_created or (
            excluded.event_created = entitlements.event_created and ${!isFirst} and (
              excluded.status <> entitlements.status
              or (excluded.payments_status is distinct from entitlements.payments_status
                and coalesce(excluded.until, 'infinity') >= coalesce(entitlements.until, '-infinity'))
              or coalesce(excluded.until, '-infinity') > coalesce(entitlements.until, '-infinity')))`,
        ),
    )
    .returningAll()
    .executeTakeFirst()
}
