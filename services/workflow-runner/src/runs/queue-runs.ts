import {
  newId,
  type RunTrigger,
  type WorkflowGraph,
  WorkflowRunAdhoc,
  WorkflowRunHigh,
  WorkflowRunNormal,
} from '@atrium/contracts'
import { emitEntries, jobEntry, json } from '@atrium/database'
import { currentContext } from '@atrium/telemetry'
import type { QueueName, Seeds, Transaction } from '../database.ts'
import { causeOf, deepestRun, stoppedLoop } from './causes.ts'
import { emitFinished } from './run-finished.ts'
import { type Cause, insertRuns } from './runs.db.ts'

export { takeOverQueued } from './runs.db.ts'

export interface NewRun {
  workflowId: string
  orgId: string | null
  ownerId: string
  queue: QueueName
  priority: 0 | 1
  trigger: RunTrigger
  seeds: Seeds
  graph?: WorkflowGraph
  taskId?: string
  /** The reason why it does not begin: it is written as failed. */
  refused?: string
  keepsResult?: boolean
  /** The first run of those that called each other, the run and node that called it, the place of the call, the depth. */
  called?: { rootId: string; runId: string; nodeId: string; place: number; depth: number }
}

/** The lane of runs without an org. */
const platformLane = '_'

const jobOf = (run: NewRun): typeof WorkflowRunHigh =>
  run.queue === 'workflow-run-adhoc'
    ? WorkflowRunAdhoc
    : run.priority === 0
      ? WorkflowRunHigh
      : WorkflowRunNormal

/** Runs of one org, or of none, with their jobs; refused ones and too long chains are written as failed. */
export async function queueRuns(tx: Transaction, runs: readonly NewRun[]): Promise<string[]> {
  const [first] = runs
  if (first === undefined) return []
  const cause = await causeOf(tx, first.orgId)
  const queued = runs.map((run) => ({ run, row: rowOf(run, cause) }))
  const rows = queued.map(({ row }) => row)
  await insertRuns(tx, rows)
  const jobs = queued.flatMap(({ run, row }) =>
    row.status === 'failed' ? [] : [jobEntry(jobOf(run), { runId: row.id }, { orgId: run.orgId })],
  )
  await emitEntries(tx, jobs)
  const stopped = rows.filter((row) => row.status === 'failed')
  for (const [error, ended] of Map.groupBy(stopped, (row) => row.error ?? '')) {
    await emitFinished(tx, ended, 'failed', error)
  }
  return rows.map((row) => row.id)
}

function rowOf(run: NewRun, cause: Cause | undefined) {
  // Only events count: a chain that a card needs, or a called run, is a part of its cause.
  const depth = (cause?.depth ?? 0) + (run.trigger === 'event' && run.called === undefined ? 1 : 0)
  const error = run.refused ?? (cause !== undefined && depth > deepestRun ? stoppedLoop(cause) : null)
  return {
    id: newId('run'),
    org_id: run.orgId,
    lane: run.orgId ?? platformLane,
    workflow_id: run.workflowId,
    owner_id: run.ownerId,
    queue: run.queue,
    priority: run.priority,
    status: error === null ? ('queued' as const) : ('failed' as const),
    trigger: run.trigger,
    seeds: json(run.seeds),
    graph: run.graph === undefined ? null : json(run.graph),
    task_id: run.taskId ?? null,
    keeps_result: run.keepsResult ?? false,
    root_run_id: run.called?.rootId ?? null,
    parent_run_id: run.called?.runId ?? null,
    parent_node_id: run.called?.nodeId ?? null,
    parent_place: run.called?.place ?? null,
    call_depth: run.called?.depth ?? 0,
    depth,
    caused_by: cause?.runId ?? null,
    trace: currentContext()?.traceparent ?? null,
    error,
    finished_at: error === null ? null : new Date(),
  }
}
