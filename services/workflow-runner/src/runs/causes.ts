import { currentContext } from '@atrium/telemetry'
import type { Transaction } from '../database.ts'
import { type Cause, findCause } from './runs.db.ts'

/** The limit for workflows in a chain of events; docs/reference/workflows.md, "Triggers". */
export const deepestRun = 16

/**
 * Finds the organisation's run that caused the current message. A run's id is the request id for
 * all its messages.
 */
export async function findRunCause(
  tx: Transaction,
  orgId: string | null,
): Promise<Cause | undefined> {
  const requestId = currentContext()?.requestId
  if (orgId === null || requestId?.startsWith('run_') !== true) return undefined
  return findCause(tx, orgId, requestId)
}

export const stoppedLoop = (cause: Cause): string =>
  `Stopped before it started: workflows have started each other ${deepestRun} times in a row through events, ` +
  `the last time in run ${cause.runId} of workflow ${cause.workflowId}. Most likely one of them emits the event ` +
  'that starts it again; a condition after the trigger can end the circle.'
