import { planErrors, planRefusal } from '@atrium/contracts'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import type { NewRun } from '../runs/queue-runs.ts'
import { addRuns, runsOfMonth, takeRuns } from './run-months.db.ts'

type LimitDeps = Pick<Deps, 'planOf' | 'now'>

/** Returns the calendar month (UTC), for example `2026-11`. */
export const toMonth = (moment: Date): string => moment.toISOString().slice(0, 7)

/**
 * Marks runs as refused if they exceed the plan's monthly limit; docs/reference/http.md, "Plan
 * limits".
 */
export async function limitRuns(
  { planOf, now }: LimitDeps,
  tx: Transaction,
  runs: readonly NewRun[],
) {
  const month = toMonth(now())
  const refused = new Map<NewRun, string>()
  const byOrg = Map.groupBy(runs, ({ orgId }) => orgId)
  // Rows are locked in this order, so concurrent calls do not deadlock.
  for (const orgId of [...byOrg.keys()].toSorted()) {
    if (orgId === null) continue
    const plan = await planOf(orgId)
    const limit = plan.limits.runsPerMonth
    const orgRuns = byOrg.get(orgId) ?? []
    if (limit === undefined) {
      await addRuns(tx, { orgId, month, runs: orgRuns.length })
      continue
    }
    const taken = await takeRuns(tx, { orgId, month, runs: orgRuns.length, limit })
    for (const run of orgRuns.slice(taken)) refused.set(run, planRefusal(plan, 'runsPerMonth'))
  }
  return runs.map((run) => {
    const reason = refused.get(run)
    return reason === undefined ? run : { ...run, refused: reason }
  })
}

/** Counts a run started by a user. Throws `plan_limit` (402). */
export async function requireRunRoom({ planOf, now }: LimitDeps, tx: Transaction, orgId: string) {
  const plan = await planOf(orgId)
  const limit = plan.limits.runsPerMonth
  const month = toMonth(now())
  if (limit === undefined) return addRuns(tx, { orgId, month, runs: 1 })
  if ((await takeRuns(tx, { orgId, month, runs: 1, limit })) === 0) {
    throw planErrors.plan_limit({ message: planRefusal(plan, 'runsPerMonth') })
  }
}

/** Returns the runs of the current month (UTC). They count even if the plan has no limit. */
export const runsThisMonth = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  orgId: string,
): Promise<number> => runsOfMonth(db, orgId, toMonth(now()))
