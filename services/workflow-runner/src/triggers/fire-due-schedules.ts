import { inTransaction } from '@atrium/database'
import { inBatches } from '../batches.ts'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { nextFiring, type Pace } from '../engine/index.ts'
import { limitRuns } from '../plans/limit-runs.ts'
import { type NewRun, queueRuns } from '../runs/queue-runs.ts'
import {
  advanceSchedules,
  claimDueSchedules,
  type DueSchedule,
  hasDueSchedules,
  runningWorkflows,
} from './triggers.db.ts'

const batch = 500

type FiringDeps = Pick<Deps, 'db' | 'turns' | 'planOf' | 'now' | 'newId'>

/**
 * Claims and advances a schedule in the transaction that queues its run, so replicas fire once.
 * Several missed firings fire once.
 */
export async function fireDueSchedules(deps: FiringDeps, signal: AbortSignal): Promise<number> {
  // Usually none is due, and a transaction takes three statements.
  if (!(await hasDueSchedules(deps.db))) return 0
  return inBatches(
    batch,
    () => inTransaction(deps.db, undefined, (tx) => fireBatch(deps, tx, deps.turns(''))),
    signal,
  )
}

async function fireBatch(deps: FiringDeps, tx: Transaction, pace: Pace): Promise<number> {
  const due = await claimDueSchedules(tx, batch)
  if (due.length === 0) return 0
  const busy = await runningWorkflows(tx, [...new Set(due.map(({ workflowId }) => workflowId))])
  const runs = due.filter((row) => !busy.has(row.workflowId)).map(toRun)
  await queueRuns(deps, tx, await limitRuns(deps, tx, runs))
  const advanced: { key: string; next: Date | null }[] = []
  for (const row of due) {
    if (pace.due()) await pace.yield()
    advanced.push({ key: row.key, next: findNext(row) })
  }
  await advanceSchedules(tx, advanced)
  return due.length
}

const toRun = ({ workflowId, orgId, ownerId, nodeId, nextAt, now }: DueSchedule): NewRun => {
  const item = { json: { firedAt: now.toISOString(), scheduledAt: nextAt.toISOString() } }
  return { workflowId, orgId, ownerId, trigger: 'schedule', seeds: { nodes: [nodeId], item } }
}

// An invalid row must not stop the other rows.
function findNext({ cron, tz, now }: DueSchedule): Date | null {
  try {
    return nextFiring(cron, tz, now.getTime())
  } catch {
    return null
  }
}
