import { currentContext } from '@atrium/telemetry'
import type { Transaction } from '../database.ts'

/** The most workflows that may start each other in a row through events; the next one is stopped. */
export const deepestRun = 16

/** The run whose doing is being handled. */
export interface Cause {
  runId: string
  workflowId: string
  depth: number
}

/**
 * The run that caused what is being handled, when a run of this org did: whatever a run does, in any service,
 * carries the run's id as request id, events and jobs included.
 */
export async function causeOf(tx: Transaction, orgId: string | null): Promise<Cause | undefined> {
  const requestId = currentContext()?.requestId
  if (orgId === null || requestId?.startsWith('run_') !== true) return undefined
  const row = await tx
    .selectFrom('runs')
    .select(['id', 'workflow_id', 'depth'])
    .where('id', '=', requestId)
    .where('org_id', '=', orgId)
    .executeTakeFirst()
  return row === undefined ? undefined : { runId: row.id, workflowId: row.workflow_id, depth: row.depth }
}

/** Why a run that would be too deep is stopped, in words for the run view. */
export const stoppedLoop = (cause: Cause): string =>
  `Stopped before it started: workflows have started each other ${deepestRun} times in a row through events, ` +
  `the last time in run ${cause.runId} of workflow ${cause.workflowId}. Most likely what one of them does ` +
  'emits the event that starts it again; a condition after the trigger can end the circle.'
