import { type RunTrigger, WorkflowNodesLost, WorkflowRunFinished } from '@atrium/contracts'
import { emitEntries, eventEntry, type OutboxEntry } from '@atrium/database'
import type { Transaction } from '../database.ts'
import type { RunOutcome } from '../engine/index.ts'

export interface Ended {
  id: string
  org_id: string | null
  workflow_id: string
  trigger: RunTrigger
}

export function finishedEntry(
  run: Ended,
  status: RunOutcome['status'],
  error: string | null,
): OutboxEntry {
  const data = { runId: run.id, workflowId: run.workflow_id, status, trigger: run.trigger, error }
  return { ...eventEntry(WorkflowRunFinished, run.org_id, data), request_id: run.id }
}

export const emitFinished = (
  tx: Transaction,
  runs: readonly Ended[],
  status: 'failed' | 'cancelled',
  error: string,
): Promise<void> =>
  emitEntries(
    tx,
    runs.map((run) => finishedEntry(run, status, error)),
  )

/**
 * Returns the event about nodes whose results are lost because the platform ended the run. Their
 * calls are refunded.
 */
export const lostEntries = (run: Ended, nodeIds: readonly string[]): OutboxEntry[] =>
  nodeIds.length === 0
    ? []
    : [
        {
          ...eventEntry(WorkflowNodesLost, run.org_id, { runId: run.id, nodeIds: [...nodeIds] }),
          request_id: run.id,
        },
      ]

/** Emits one event for each run whose nodes were lost, so that their charges are returned. */
export const emitLost = (
  tx: Transaction,
  runs: readonly Ended[],
  nodes: readonly { run_id: string; node_id: string }[],
): Promise<void> => {
  const byRun = Map.groupBy(nodes, ({ run_id }) => run_id)
  return emitEntries(
    tx,
    runs.flatMap((run) =>
      lostEntries(
        run,
        (byRun.get(run.id) ?? []).map(({ node_id }) => node_id),
      ),
    ),
  )
}
