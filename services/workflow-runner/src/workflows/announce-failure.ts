import { WorkflowRunFailed, WorkflowRunFinished } from '@atrium/contracts'
import { emit } from '@atrium/database'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import { readableRunError } from '@atrium/workflow-rules'
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
    async (tx, { orgId, data: { runId, workflowId, error } }) => {
      if (orgId === null) return
      const failure = await findAnnounced(tx, orgId, runId)
      if (failure === undefined) return
      const words = error === null ? null : readableRunError(error)
      await emit(tx, WorkflowRunFailed, orgId, { workflowId, runId, error: words, ...failure })
    },
    { from: 'now', ignores: ({ data }) => data.status !== 'failed' },
  )
