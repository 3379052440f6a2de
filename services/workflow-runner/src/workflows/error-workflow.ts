import {
  invalidField,
  type OrgPrincipal,
  WorkflowRunFinished,
  workflowErrors,
} from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import { readableRunError } from '@atrium/workflow-rules'
import type { Transaction, WorkflowDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'
import { requireMoneyRights } from '../nodes/money-rights.ts'
import { limitRuns } from '../plans/limit-runs.ts'
import { queueRuns } from '../runs/queue-runs.ts'
import { type Callable, findCallable, mayCall } from '../worker/calls/find-called.ts'
import { type Failure, findFailure } from './error-workflow.db.ts'

/**
 * Checks a workflow's error workflow when the caller sets it. Throws a validation error if the
 * organisation has no such workflow, `workflow_not_callable` if the caller or the owner may not
 * start it, and `forbidden` if it issues money and the caller may not.
 */
export async function requireErrorWorkflow(
  { registry }: Pick<Deps, 'registry'>,
  tx: Transaction,
  {
    principal,
    ownerId,
    errorWorkflow,
  }: { principal: OrgPrincipal; ownerId: string; errorWorkflow: string | null | undefined },
): Promise<void> {
  if (errorWorkflow === null || errorWorkflow === undefined) return
  const called = await findCallable(tx, principal.orgId, errorWorkflow)
  if (called === undefined) {
    throw invalidField('errorWorkflow', 'Choose a workflow of your organisation')
  }
  if (!called.types.includes('trigger.manual')) {
    throw invalidField(
      'errorWorkflow',
      `The workflow “${called.name}” has no Run button. Add one to it first.`,
    )
  }
  if (!mayCall(called, principal.userId) || !mayCall(called, ownerId)) {
    throw workflowErrors.workflow_not_callable()
  }
  if (called.types.some(registry.issuesMoney)) requireMoneyRights(principal)
}

/**
 * True if a failure would act with the error workflow owner's rights. A user who then changes the
 * graph decides when it starts.
 */
export async function failsWithRights(
  { registry }: Pick<Deps, 'registry'>,
  tx: Transaction,
  { orgId, errorWorkflow }: { orgId: string; errorWorkflow: string | null },
): Promise<boolean> {
  if (errorWorkflow === null) return false
  const called = await findCallable(tx, orgId, errorWorkflow)
  const needs = (type: string) => registry.usesPersonsRights(type) || registry.issuesMoney(type)
  return called?.types.some(needs) ?? false
}

/**
 * True if the failure may start its error workflow now. A colleague's workflow must be active,
 * because turning it off is its owner's way to stop it. Money is only issued if the failed run and
 * all runs that called it acted for the error workflow's owner. Otherwise a colleague could start
 * it with a run that fails.
 */
function mayStart(
  { registry }: Pick<Deps, 'registry'>,
  called: Callable,
  { ownerId, actedFor }: Pick<Failure, 'ownerId' | 'actedFor'>,
): boolean {
  if (!called.types.includes('trigger.manual')) return false
  const issues = called.types.some((type) => registry.issuesMoney(type))
  if (issues && actedFor.some((userId) => userId !== called.ownerId)) return false
  if (called.ownerId === ownerId) return true
  return called.active && !issues && mayCall(called, ownerId)
}

/**
 * Starts a failed run's error workflow; docs/reference/workflows.md, "Error workflows". If a run
 * started here fails, nothing is started.
 */
export const startErrorWorkflows = (deps: Deps): EventConsumer<WorkflowDatabase> =>
  eventConsumer<WorkflowDatabase, typeof WorkflowRunFinished.schema>(
    'error-workflow',
    WorkflowRunFinished,
    async (tx, { orgId, data: { runId, workflowId, error } }) => {
      if (orgId === null) return
      const failure = await findFailure(tx, orgId, runId)
      if (failure === undefined) return
      const { ownerId, errorWorkflow, node } = failure
      const called = await findCallable(tx, orgId, errorWorkflow)
      if (called === undefined || !mayStart(deps, called, failure)) {
        const facts = { org: orgId, workflowId, errorWorkflow }
        deps.logger.warn(facts, 'the error workflow of a failed run may not be started')
        return
      }
      const words = error === null ? null : readableRunError(error)
      const run = {
        workflowId: errorWorkflow,
        orgId,
        ownerId: called.ownerId,
        trigger: 'event' as const,
        seeds: {
          nodes: null,
          type: 'trigger.manual',
          item: { json: { workflowId, runId, node, error: words } },
          errorOf: runId,
          needsActive: called.ownerId !== ownerId,
        },
      }
      await queueRuns(deps, tx, await limitRuns(deps, tx, [run]))
    },
    { from: 'now', ignores: ({ data }) => data.status !== 'failed' },
  )
