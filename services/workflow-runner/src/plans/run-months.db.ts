import type { Db, Transaction } from '../database.ts'

export async function runsOfMonth(db: Db, orgId: string, month: string): Promise<number> {
  const row = await db
    .selectFrom('run_months')
    .select('runs')
    .where((eb) => eb.and({ org_id: orgId, month }))
    .executeTakeFirst()
  return Number(row?.runs ?? 0)
}

interface Wanted {
  orgId: string
  month: string
  runs: number
  limit: number
}

/** Counts an organisation's runs if its plan has no limit. */
export async function addRuns(tx: Transaction, counted: Omit<Wanted, 'limit'>): Promise<void> {
  const { orgId, month, runs } = counted
  await tx
    .insertInto('run_months')
    .values({ org_id: orgId, month, runs })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'month'])
        .doUpdateSet((eb) => ({ runs: eb('run_months.runs', '+', String(runs)) })),
    )
    .execute()
}

/** Counts runs up to the monthly limit. Returns how many fit. */
export async function takeRuns(
  tx: Transaction,
  { orgId, month, runs, limit }: Wanted,
): Promise<number> {
  const key = { org_id: orgId, month }
  await tx
    .insertInto('run_months')
    .values({ ...key, runs: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { runs: used } = await tx
    .selectFrom('run_months')
    .select('runs')
    .where((eb) => eb.and(key))
    .forUpdate()
    .executeTakeFirstOrThrow()
  const taken = Math.max(0, Math.min(runs, limit - Number(used)))
  if (taken === 0) return 0
  await tx
    .updateTable('run_months')
    .set((eb) => ({ runs: eb('runs', '+', String(taken)) }))
    .where((eb) => eb.and(key))
    .execute()
  return taken
}
