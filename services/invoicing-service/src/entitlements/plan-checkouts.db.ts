import type { Db, NewRow, OrgKey, Row, Transaction } from '../database.ts'

export type PlanCheckoutRow = Row<'plan_checkouts'>

export const findPlanCheckout = (db: Db, orgId: string, now: Date) =>
  db
    .selectFrom('plan_checkouts')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export async function insertPlanCheckout(tx: Transaction, row: NewRow<'plan_checkouts'>): Promise<void> {
  await tx.deleteFrom('plan_checkouts').where('org_id', '=', row.org_id).execute()
  await tx.insertInto('plan_checkouts').values(row).execute()
}

export const stampPlanCheckout = (
  tx: Transaction,
  { org_id, id }: OrgKey,
  session: Pick<PlanCheckoutRow, 'session_id' | 'account_id' | 'url'>,
) =>
  tx
    .updateTable('plan_checkouts')
    .set(session)
    .where((eb) => eb.and({ org_id, id }))
    .execute()

export const deletePlanCheckout = (tx: Transaction, orgId: string, id?: string) =>
  tx
    .deleteFrom('plan_checkouts')
    .where('org_id', '=', orgId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()

export async function deleteCheckoutOfSession(tx: Transaction, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('plan_checkouts')
    .where('session_id', '=', sessionId)
    .where('completed_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function updateCheckoutOfSession(
  tx: Transaction,
  sessionId: string,
  changes: Pick<PlanCheckoutRow, 'completed_at' | 'expires_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('plan_checkouts')
    .set(changes)
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
