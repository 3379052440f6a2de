import type { Db, NewRow, Transaction } from '../database.ts'

/** The whole organisation, and each workflow without a limit of its own, as the rows name them. */
export const wholeOrg = ''
export const eachWorkflow = '*'

interface MonthChange {
  orgId: string
  month: string
  workflowId: string | null
  used: number
  held: number
}

/** Adds to the spend of a month of an org, and of the workflow of the call; answers both after it. */
export const addToMonth = (tx: Transaction, { orgId, month, workflowId, used, held }: MonthChange) => {
  // The order of the rows is that of their locks.
  const places = workflowId === null ? [wholeOrg] : [wholeOrg, workflowId]
  return tx
    .insertInto('credit_months')
    .values(places.map((workflow_id) => ({ org_id: orgId, month, workflow_id, used, held })))
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'month', 'workflow_id']).doUpdateSet((eb) => ({
        used: eb('credit_months.used', '+', String(used)),
        held: eb('credit_months.held', '+', String(held)),
      })),
    )
    .returningAll()
    .execute()
}

/** Moves the spend of a month to which the call was added before. */
export async function changeMonth(tx: Transaction, change: MonthChange): Promise<void> {
  const places = change.workflowId === null ? [wholeOrg] : [wholeOrg, change.workflowId]
  for (const place of places) {
    await tx
      .updateTable('credit_months')
      .set((eb) => ({
        used: eb('used', '+', String(change.used)),
        held: eb('held', '+', String(change.held)),
      }))
      .where((eb) => eb.and({ org_id: change.orgId, month: change.month, workflow_id: place }))
      .execute()
  }
}

/** The spend of an org in a month; `workflow_id` is empty for the whole org. */
export const monthRows = (db: Db, orgId: string, month: string, places: readonly string[]) =>
  db
    .selectFrom('credit_months')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, month }))
    .where('workflow_id', 'in', [...places])
    .execute()

/** The limits of an org, or those of some places of it. */
export const limitRows = (db: Db, orgId: string, places?: readonly string[]) =>
  db
    .selectFrom('credit_limits')
    .selectAll()
    .where('org_id', '=', orgId)
    .$if(places !== undefined, (all) => all.where('workflow_id', 'in', [...(places ?? [])]))
    .orderBy('workflow_id')
    .execute()

/** Replaces all limits of an org. */
export async function replaceLimits(
  tx: Transaction,
  orgId: string,
  rows: ReadonlyArray<NewRow<'credit_limits'>>,
): Promise<void> {
  await tx.deleteFrom('credit_limits').where('org_id', '=', orgId).execute()
  if (rows.length === 0) return
  await tx
    .insertInto('credit_limits')
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'workflow_id'])
        .doUpdateSet((eb) => ({ monthly_credits: eb.ref('excluded.monthly_credits') })),
    )
    .execute()
}
