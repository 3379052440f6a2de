import { type RunTrigger, WorkflowRunQueued } from '@atrium/contracts'
import { eventEntry, type OutboxEntry } from '@atrium/database'

/** Returns the event that tells open pages about a new run. */
export const queuedEntry = (
  runId: string,
  run: { orgId: string; workflowId: string; trigger: RunTrigger },
): OutboxEntry => {
  const { workflowId, trigger } = run
  return eventEntry(WorkflowRunQueued, run.orgId, { runId, workflowId, trigger })
}
