import type { Db, NewRow, Transaction } from '../database.ts'

/** Row keys: the whole organisation, and any workflow without its own limit. */
export const wholeOrg = ''
export const eachWorkflow = '*'

export const monthRows = (db: Db, orgId: string, month: string, places: readonly string[]) =>
  db
    .selectFrom('credit_months')
    .selectAll()
    .where((eb) => eb.and({ org_id: orgId, month }))
    .where('workflow_id', 'in', [...places])
    .execute()

export const deleteMonthsBefore = async (db: Db, month: string): Promise<void> =>
  void (await db.deleteFrom('credit_months').where('month', '<', month).execute())

export const limitRows = (db: Db, orgId: string, places?: readonly string[]) =>
  db
    .selectFrom('credit_limits')
    .selectAll()
    .where('org_id', '=', orgId)
    .$if(places !== undefined, (all) => all.where('workflow_id', 'in', [...(places ?? [])]))
    .orderBy('workflow_id')
    .execute()

/**
 * Replaces all limits of an organisation. If two requests race, the later one wins per workflow.
 */
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
