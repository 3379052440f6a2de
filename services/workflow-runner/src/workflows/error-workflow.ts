import { invalidField, WorkflowRunFinished, workflowErrors } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { Transaction, WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import { limitRuns } from '../plans/limit-runs.ts'
import { queueRuns } from '../runs/queue-runs.ts'
import { type Callable, findCallable, mayCall } from '../worker/calls/find-called.ts'
import { findFailure } from './error-workflow.db.ts'

/**
 * Checks a workflow's error workflow when it is set. Throws a validation error if the organisation
 * has no such workflow, and `workflow_not_callable` if the owner may not start it.
 */
export async function requireErrorWorkflow(
  { registry }: Pick<Deps, 'registry'>,
  tx: Transaction,
  {
    orgId,
    ownerId,
    errorWorkflow,
  }: { orgId: string; ownerId: string; errorWorkflow: string | null | undefined },
): Promise<void> {
  if (errorWorkflow === null || errorWorkflow === undefined) return
  const called = await findCallable(tx, orgId, errorWorkflow)
  if (called === undefined) {
    throw invalidField('errorWorkflow', 'Choose a workflow of your organisation')
  }
  if (!called.types.includes('trigger.manual')) {
    throw invalidField(
      'errorWorkflow',
      `The workflow “${called.name}” has no Run button. Add one to it first.`,
    )
  }
  if (!mayCall(registry, called, ownerId)) throw workflowErrors.workflow_not_callable()
}

/**
 * True if the failure may start its error workflow now. A colleague's workflow must be active,
 * because turning it off is its owner's way to stop it. It must not issue money in the colleague's
 * name.
 */
function mayStart({ registry }: Pick<Deps, 'registry'>, called: Callable, ownerId: string) {
  if (!called.types.includes('trigger.manual')) return false
  if (called.ownerId === ownerId) return true
  return (
    called.active &&
    mayCall(registry, called, ownerId) &&
    !called.types.some((type) => registry.issuesMoney(type))
  )
}

/**
 * Starts the error workflow of a workflow whose run has failed; docs/reference/workflows.md, "Error
 * workflows". The failure of a run that was started here starts nothing.
 */
export const startErrorWorkflows = (deps: Deps): EventConsumer<WorkflowDatabase> =>
  eventConsumer<WorkflowDatabase, typeof WorkflowRunFinished.schema>(
    'error-workflow',
    WorkflowRunFinished,
    async (tx, { orgId, data: { runId, workflowId, status, error } }) => {
      if (orgId === null || status !== 'failed') return
      const failure = await findFailure(tx, orgId, runId)
      if (failure === undefined) return
      const { ownerId, errorWorkflow, node } = failure
      const called = await findCallable(tx, orgId, errorWorkflow)
      if (called === undefined || !mayStart(deps, called, ownerId)) {
        const facts = { org: orgId, workflowId, errorWorkflow }
        deps.logger.warn(facts, 'the error workflow of a failed run may not be started')
        return
      }
      const run = {
        workflowId: errorWorkflow,
        orgId,
        ownerId: called.ownerId,
        trigger: 'event' as const,
        seeds: {
          nodes: null,
          type: 'trigger.manual',
          item: { json: { workflowId, runId, node, error } },
          errorOf: runId,
        },
      }
      await queueRuns(deps, tx, await limitRuns(deps, tx, [run]))
    },
    { from: 'now' },
  )
