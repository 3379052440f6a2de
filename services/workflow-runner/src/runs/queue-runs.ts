import {
  type RunTrigger,
  type WorkflowGraph,
  type WorkflowItem,
  WorkflowRunAdhoc,
  WorkflowRunNormal,
} from '@atrium/contracts'
import { emitEntries, jobEntry, json } from '@atrium/database'
import { currentContext } from '@atrium/telemetry'
import type { QueueName, Seeds, Transaction } from '../database.ts'
import type { IdSource } from '../deps.ts'
import { useFilesOfSeeds } from '../files/files-of-runs.ts'
import { findFirst } from '../nodes/linear-graph.ts'
import { deepestRun, findRunCause, stoppedLoop } from './causes.ts'
import { emitFinished } from './run-finished.ts'
import { queuedEntry } from './run-queued.ts'
import { type Cause, insertRuns } from './runs.db.ts'

export { takeOverQueued } from './runs.db.ts'

export interface NewRun {
  /** By default, a new id. */
  id?: string
  workflowId: string
  orgId: string | null
  ownerId: string
  /** Defaults to `workflow-run`. */
  queue?: QueueName
  trigger: RunTrigger
  seeds: Seeds
  graph?: WorkflowGraph
  taskId?: string
  /** If set, the run is stored as failed with this reason. */
  refused?: string
  keepsResult?: boolean
  /**
   * Set on called runs: the root run and its trigger, the calling run and node, the position of the
   * call, and the call depth.
   */
  called?: {
    rootId: string
    rootTrigger: RunTrigger
    runId: string
    nodeId: string
    place: number
    depth: number
  }
}

/** The lane of runs without an organisation. */
const platformLane = '_'

const jobs = { 'workflow-run': WorkflowRunNormal, 'workflow-run-adhoc': WorkflowRunAdhoc } as const

/**
 * Queues runs for one organisation, or for none. Stores refused runs and chains that are too long
 * as failed.
 */
export async function queueRuns(
  deps: IdSource,
  tx: Transaction,
  runs: readonly NewRun[],
): Promise<string[]> {
  const [first] = runs
  if (first === undefined) return []
  const cause = await findRunCause(tx, first.orgId)
  const queued = runs.map((run) => ({ run, row: toRow(deps, run, cause) }))
  await writeRows(tx, queued)
  return queued.map(({ row }) => row.id)
}

async function writeRows(
  tx: Transaction,
  queued: readonly { run: NewRun; row: ReturnType<typeof toRow> }[],
): Promise<void> {
  const rows = queued.map(({ row }) => row)
  await insertRuns(tx, rows)
  await useFilesOfSeeds(
    tx,
    queued.map(({ run: { orgId, seeds }, row }) => ({ orgId, seeds, runId: row.id })),
  )
  const entries = queued.flatMap(({ run, row }) =>
    row.status === 'failed'
      ? []
      : [
          jobEntry(jobs[row.queue], { runId: row.id }, { orgId: run.orgId }),
          ...(run.orgId === null ? [] : [queuedEntry(row.id, { ...run, orgId: run.orgId })]),
        ],
  )
  await emitEntries(tx, entries)
  const stopped = rows.filter((row) => row.status === 'failed')
  for (const [error, ended] of Map.groupBy(stopped, (row) => row.error ?? '')) {
    await emitFinished(tx, ended, 'failed', error)
  }
}

type NewChain = Pick<NewRun, 'workflowId' | 'orgId' | 'ownerId' | 'taskId'> & {
  graph: WorkflowGraph
  item: WorkflowItem
}

/** Queues a one-off chain that begins at the graph's first node with `item`. Returns the run id. */
export async function queueChain(
  deps: IdSource,
  tx: Transaction,
  { item, ...chain }: NewChain,
): Promise<string> {
  const seeds = { nodes: findFirst(chain.graph), item }
  const [runId = ''] = await queueRuns(deps, tx, [
    { ...chain, queue: 'workflow-run-adhoc', trigger: 'manual', seeds },
  ])
  return runId
}

function toRow(deps: IdSource, run: NewRun, cause: Cause | undefined) {
  // Only events add to the depth. A card's chain or a called run counts as part of its cause.
  const depth = (cause?.depth ?? 0) + (run.trigger === 'event' && run.called === undefined ? 1 : 0)
  const error =
    run.refused ?? (cause !== undefined && depth > deepestRun ? stoppedLoop(cause) : null)
  return {
    id: run.id ?? deps.newId('run'),
    org_id: run.orgId,
    lane: run.orgId ?? platformLane,
    workflow_id: run.workflowId,
    owner_id: run.ownerId,
    queue: run.queue ?? ('workflow-run' as const),
    priority: run.trigger === 'manual' ? 0 : 1,
    status: error === null ? ('queued' as const) : ('failed' as const),
    trigger: run.trigger,
    seeds: json(run.seeds),
    graph: run.graph === undefined ? null : json(run.graph),
    task_id: run.taskId ?? null,
    keeps_result: run.keepsResult ?? false,
    root_run_id: run.called?.rootId ?? null,
    root_trigger: run.called?.rootTrigger ?? null,
    parent_run_id: run.called?.runId ?? null,
    parent_node_id: run.called?.nodeId ?? null,
    parent_place: run.called?.place ?? null,
    call_depth: run.called?.depth ?? 0,
    depth,
    caused_by: cause?.runId ?? null,
    trace: currentContext()?.traceparent ?? null,
    error,
    finished_at: error === null ? null : deps.now(),
  }
}
