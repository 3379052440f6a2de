import { WorkflowRunFailed, WorkflowRunFinished } from '@atrium/contracts'
import { emit } from '@atrium/database'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { WorkflowDatabase } from '../database.ts'
import { findAnnounced } from './error-workflow.db.ts'

/**
 * Emits `workflow.run_failed` for a failed run. If another failure started the run, nothing is
 * emitted, because the run would start itself again.
 */
export const announceFailures = (): EventConsumer<WorkflowDatabase> =>
  eventConsumer<WorkflowDatabase, typeof WorkflowRunFinished.schema>(
    'run-failed',
    WorkflowRunFinished,
    async (tx, { orgId, data: { runId, workflowId, status, error } }) => {
      if (orgId === null || status !== 'failed') return
      const failure = await findAnnounced(tx, orgId, runId)
      if (failure === undefined) return
      await emit(tx, WorkflowRunFailed, orgId, { workflowId, runId, error, ...failure })
    },
    { from: 'now' },
  )
