import {
  type JobDefinition,
  newId,
  type RunTrigger,
  type WorkflowGraph,
  WorkflowRunAdhoc,
  WorkflowRunHigh,
  WorkflowRunNormal,
} from '@atrium/contracts'
import { json, markEmitted, prepared } from '@atrium/database'
import { currentContext } from '@atrium/telemetry'
import { sql } from 'kysely'
import type { QueueName, Seeds, Transaction } from '../database.ts'
import { type Cause, causeOf, deepestRun, stoppedLoop } from './causes.ts'
import { emitFinished } from './emit-finished.ts'

export interface NewRun {
  workflowId: string
  orgId: string | null
  ownerId: string
  queue: QueueName
  /** 0 before 1. */
  priority: 0 | 1
  trigger: RunTrigger
  seeds: Seeds
  /** Of a one-off chain. */
  graph?: WorkflowGraph
  taskId?: string
}

/** The lane of runs that belong to no org. */
const platformLane = '_'

const jobOf = (run: NewRun): JobDefinition =>
  run.queue === 'workflow-run-adhoc'
    ? WorkflowRunAdhoc
    : run.priority === 0
      ? WorkflowRunHigh
      : WorkflowRunNormal

/**
 * Writes the rows first, and their jobs to the outbox in the same transaction: no run without a message, no
 * message without a run. Two statements for any number of runs of one org, or of none that anything caused. Returns the ids in order. A run that
 * would be one too many in a row of workflows that start each other is written as failed, and has no job.
 */
export async function queueRuns(tx: Transaction, runs: readonly NewRun[]): Promise<string[]> {
  const [first] = runs
  if (first === undefined) return []
  const cause = await causeOf(tx, first.orgId)
  const rows = runs.map((run) => rowOf(run, cause))
  await sql`${prepared('queue-runs')} insert into runs (${columns})
    select ${columns} from jsonb_to_recordset(${json(rows)}) as r(id text, org_id text, lane text, workflow_id text,
      owner_id text, queue text, priority smallint, status text, trigger text, seeds jsonb, graph jsonb, task_id text,
      depth smallint, caused_by text, trace text, error text, finished_at timestamptz)`.execute(tx)
  const jobs = rows.flatMap((row, at) => {
    const run = runs[at]
    if (run === undefined || row.status === 'failed') return []
    const { subject, schema } = jobOf(run)
    return [{ id: newId('evt'), org_id: run.orgId, type: subject, data: schema.parse({ runId: row.id }) }]
  })
  await sql`${prepared('queue-run-jobs')} insert into outbox (id, kind, org_id, type, data)
    select id, 'job', org_id, type, data
    from jsonb_to_recordset(${json(jobs)}) as j(id text, org_id text, type text, data jsonb)`.execute(tx)
  markEmitted(tx)
  const stopped = rows.filter((row) => row.status === 'failed')
  if (cause !== undefined) await emitFinished(tx, stopped, 'failed', stoppedLoop(cause))
  return rows.map((row) => row.id)
}

const columns =
  sql.raw(`id, org_id, lane, workflow_id, owner_id, queue, priority, status, trigger, seeds, graph,
  task_id, depth, caused_by, trace, error, finished_at`)

function rowOf(run: NewRun, cause: Cause | undefined) {
  // Only events count: a chain that a card needs is a part of what caused it.
  const depth = (cause?.depth ?? 0) + (run.trigger === 'event' ? 1 : 0)
  const stopped = cause !== undefined && depth > deepestRun
  return {
    id: newId('run'),
    org_id: run.orgId,
    lane: run.orgId ?? platformLane,
    workflow_id: run.workflowId,
    owner_id: run.ownerId,
    queue: run.queue,
    priority: run.priority,
    status: stopped ? ('failed' as const) : ('queued' as const),
    trigger: run.trigger,
    seeds: run.seeds,
    graph: run.graph ?? null,
    task_id: run.taskId ?? null,
    depth,
    caused_by: cause?.runId ?? null,
    trace: currentContext()?.traceparent ?? null,
    error: stopped ? stoppedLoop(cause) : null,
    finished_at: stopped ? new Date().toISOString() : null,
  }
}
