import { inTransaction } from '@atrium/database'
import type { NextRound } from '@atrium/service-kit'
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
  findNextFiring,
  runningWorkflows,
} from './triggers.db.ts'

const batch = 500
const retryMs = 500

type FiringDeps = Pick<Deps, 'db' | 'turns' | 'planOf' | 'now' | 'newId'>

/** Fires due schedules. Returns when the next one is due. */
export async function fireSchedules(
  deps: FiringDeps,
  signal: AbortSignal,
): Promise<NextRound | undefined> {
  // Usually none is due, and a transaction takes three statements.
  let dueInMs = await findNextFiring(deps.db)
  if (dueInMs !== undefined && dueInMs <= 0) {
    await fireDueSchedules(deps, signal)
    dueInMs = await findNextFiring(deps.db)
  }
  if (dueInMs === undefined) return undefined
  // Another replica may be firing a due schedule at this moment.
  return { nextInMs: dueInMs > 0 ? dueInMs : retryMs }
}

/**
 * Claims and advances a schedule in the transaction that queues its run, so replicas fire once.
 * Several missed firings fire once. Returns their number.
 */
export async function fireDueSchedules(deps: FiringDeps, signal: AbortSignal): Promise<number> {
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
