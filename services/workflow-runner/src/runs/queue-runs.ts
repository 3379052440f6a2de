import {
  type JobDefinition,
  newId,
  type RunTrigger,
  type WorkflowGraph,
  WorkflowRunAdhoc,
  WorkflowRunHigh,
  WorkflowRunNormal,
} from '@atrium/contracts'
import { json, markEmitted } from '@atrium/database'
import type { QueueName, Seeds, Transaction } from '../database.ts'

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
 * message without a run. Two statements for any number of runs. Returns the ids in order.
 */
export async function queueRuns(tx: Transaction, runs: readonly NewRun[]): Promise<string[]> {
  if (runs.length === 0) return []
  const ids = runs.map(() => newId('run'))
  await tx
    .insertInto('runs')
    .values(
      runs.map((run, at) => ({
        id: ids[at] ?? '',
        org_id: run.orgId,
        lane: run.orgId ?? platformLane,
        workflow_id: run.workflowId,
        owner_id: run.ownerId,
        queue: run.queue,
        priority: run.priority,
        trigger: run.trigger,
        seeds: json(run.seeds),
        graph: run.graph === undefined ? null : json(run.graph),
        task_id: run.taskId ?? null,
      })),
    )
    .execute()
  // One statement for all, where `emitJob` would take one for each.
  await tx
    .insertInto('outbox')
    .values(
      runs.map((run, at) => {
        const job = jobOf(run)
        return {
          id: newId('evt'),
          kind: 'job' as const,
          org_id: run.orgId,
          type: job.subject,
          data: json(job.schema.parse({ runId: ids[at] })),
          trace: null,
          request_id: null,
        }
      }),
    )
    .execute()
  markEmitted(tx)
  return ids
}
