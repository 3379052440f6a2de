import type { Db } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { findAccount } from './ledger.db.ts'
import { limitRows, monthRows } from './limits.db.ts'
import { availableCredits, firstOfMonth, listPlaces, monthLeft, toMonth } from './reservation.ts'
import { latestRunCharges, readSpend, type SpendQuery } from './spend.db.ts'

const estimatedFrom = { runs: 20, days: 90 }

/**
 * Returns the org's charges by workflow, run, node, model or day. The default window is this month.
 */
export async function getSpend(deps: Deps, { principal: { orgId } }: Ctx, query: SpendQuery) {
  const { workflowId, runId, limit, offset } = query
  const monthStart = runId === undefined ? firstOfMonth(deps.now()) : undefined
  const from = query.from === undefined ? monthStart : new Date(query.from)
  const to = query.to === undefined ? undefined : new Date(query.to)
  const { rows, credits, total } = await readSpend(
    deps.db,
    orgId,
    { workflowId, runId, from, to },
    query,
  )
  const items = rows.map(({ key, credits: sum, calls }) => ({
    key,
    credits: Number(sum),
    calls: Number(calls),
  }))
  return { credits, items, total, limit, offset }
}

/** Estimates the credits of a workflow's next run from its runs in the last 90 days. */
export async function estimateRun({ db, now }: Deps, { principal }: Ctx, workflowId: string) {
  const { orgId, userId } = principal
  const from = new Date(now().getTime() - estimatedFrom.days * 86_400_000)
  const places = listPlaces({ workflowId })
  const [charges, account, limits, months] = await Promise.all([
    latestRunCharges(db, { orgId, workflowId, from, limit: estimatedFrom.runs }),
    findAccount(db, userId),
    limitRows(db, orgId, places),
    monthRows(db, orgId, toMonth(now()), places),
  ])
  const sorted = charges.toSorted((a, b) => a - b)
  const highest = sorted.at(-1) ?? null
  const available = availableCredits(account)
  const left = monthLeft({ workflowId }, limits, months)
  return {
    runs: sorted.length,
    typicalCredits: sorted[Math.floor(sorted.length / 2)] ?? null,
    highestCredits: highest,
    available,
    monthLeft: left === null ? null : Math.max(0, left),
    covered: highest === null ? null : highest <= Math.min(available, left ?? available),
  }
}

/** Returns a user's credits, including credits that running calls hold. */
export const creditBalance = async (db: Db, userId: string): Promise<number> =>
  Number((await findAccount(db, userId))?.balance ?? 0)
