import { inTransaction } from '@atrium/database'
import { inBatches } from '../batches.ts'
import type { Transaction } from '../database.ts'
import type { Deps } from '../deps.ts'
import { nextFiring, type Pace } from '../engine/index.ts'
import { limitRuns } from '../plans/limit-runs.ts'
import { type NewRun, queueRuns } from '../runs/queue-runs.ts'
import { advanceSchedules, claimDueSchedules, type DueSchedule, runningWorkflows } from './triggers.db.ts'

const batch = 500

type FiringDeps = Pick<Deps, 'db' | 'turns' | 'planOf' | 'now'>

/** A row is claimed and advanced with its run, so that replicas fire a tick once; a missed tick fires once. */
export const fireDueSchedules = (deps: FiringDeps, signal: AbortSignal): Promise<number> =>
  inBatches(
    batch,
    () => inTransaction(deps.db, undefined, (tx) => fireBatch(deps, tx, deps.turns(''))),
    signal,
  )

async function fireBatch(deps: FiringDeps, tx: Transaction, pace: Pace): Promise<number> {
  const due = await claimDueSchedules(tx, batch)
  if (due.length === 0) return 0
  const busy = await runningWorkflows(tx, [...new Set(due.map((row) => row.workflow_id))])
  const runs = due.filter((row) => !busy.has(row.workflow_id)).map(runOf)
  await queueRuns(tx, await limitRuns(deps, tx, runs))
  const advanced: { key: string; next: Date | null }[] = []
  for (const row of due) {
    if (pace.due()) await pace.yield()
    advanced.push({ key: row.key, next: nextOf(row) })
  }
  await advanceSchedules(tx, advanced)
  return due.length
}

const runOf = ({ workflow_id, node_id, org_id, owner_id, next_at, now }: DueSchedule): NewRun => ({
  workflowId: workflow_id,
  orgId: org_id,
  ownerId: owner_id,
  trigger: 'schedule',
  seeds: {
    nodes: [node_id],
    item: { json: { firedAt: now.toISOString(), scheduledAt: next_at.toISOString() } },
  },
})

// An invalid row must not stop the others.
function nextOf({ cron, tz, now }: DueSchedule): Date | null {
  try {
    return nextFiring(cron, tz, now.getTime())
  } catch {
    return null
  }
}
