import type { Db, NewRow, OrgKey, Row, Transaction } from '../database.ts'

export type PlanCheckoutRow = Row<'plan_checkouts'>

export const findPlanCheckout = (db: Db, orgId: string, now: Date) =>
  db
    .selectFrom('plan_checkouts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export async function insertPlanCheckout(
  tx: Transaction,
  row: NewRow<'plan_checkouts'>,
): Promise<void> {
  await tx.deleteFrom('plan_checkouts').where('org_id', '=', row.org_id).execute()
  await tx.insertInto('plan_checkouts').values(row).execute()
}

/** Stores the session of a checkout. Returns false if the checkout has ended. */
export async function stampPlanCheckout(
  tx: Transaction,
  { org_id, id }: OrgKey,
  session: Pick<PlanCheckoutRow, 'session_id' | 'account_id' | 'url'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plan_checkouts')
    .set(session)
    .where((eb) => eb.and({ org_id, id }))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes a checkout that has no session yet. */
export const deleteUnopenedCheckout = (tx: Transaction, { org_id, id }: OrgKey) =>
  tx
    .deleteFrom('plan_checkouts')
    .where((eb) => eb.and({ org_id, id }))
    .where('session_id', 'is', null)
    .execute()

export const deletePlanCheckout = (tx: Transaction, orgId: string, id?: string) =>
  tx
    .deleteFrom('plan_checkouts')
    .where('org_id', '=', orgId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()

/** A session at the processor, and the account that sent its event. */
export interface SessionKey {
  accountId: string
  sessionId: string
}

/** Deletes a session's unpaid checkout. Returns true if the session was for a plan. */
export async function deleteUnpaidCheckout(
  tx: Transaction,
  { accountId, sessionId }: SessionKey,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('plan_checkouts')
    .where('session_id', '=', sessionId)
    .where('account_id', '=', accountId)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const deleteCheckoutOfSubscription = (
  tx: Transaction,
  accountId: string,
  subscriptionId: string,
) =>
  tx
    .deleteFrom('plan_checkouts')
    .where('subscription_id', '=', subscriptionId)
    .where('account_id', '=', accountId)
    .execute()

/** Changes a session's checkout. Returns true if the session was for a plan. */
export async function updateCheckoutOfSession(
  tx: Transaction,
  { accountId, sessionId }: SessionKey,
  changes: Pick<PlanCheckoutRow, 'completed_at' | 'settling' | 'subscription_id' | 'expires_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plan_checkouts')
    .set(changes)
    .where('session_id', '=', sessionId)
    .where('account_id', '=', accountId)
    // A late event about the started payment must not undo the paid one.
    .$if(changes.completed_at === null, (query) => query.where('completed_at', 'is', null))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
