import { currentContext } from '@atrium/telemetry'
import type { Transaction } from '../database.ts'
import { type Cause, findCause } from './runs.db.ts'

/** The limit for workflows in a chain of events; docs/reference/workflows.md, "Triggers". */
export const deepestRun = 16

/** Returns the id of the run that caused the current message or request, of any organisation. */
export function currentRunId(): string | undefined {
  const requestId = currentContext()?.requestId
  return requestId?.startsWith('run_') === true ? requestId : undefined
}

/**
 * Finds the organisation's run that caused the current message. A run's id is the request id for
 * all its messages.
 */
export async function findRunCause(
  tx: Transaction,
  orgId: string | null,
): Promise<Cause | undefined> {
  const runId = currentRunId()
  return orgId === null || runId === undefined ? undefined : findCause(tx, orgId, runId)
}

export const stoppedLoop = (cause: Cause): string =>
  `Stopped before it started: workflows have started each other ${deepestRun} times in a row through events, ` +
  `the last time in run ${cause.runId} of workflow ${cause.workflowId}. Most likely one of them emits the event ` +
  'that starts it again; a condition after the trigger can end the circle.'
