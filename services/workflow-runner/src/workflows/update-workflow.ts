import type { OrgPrincipal, UpdateWorkflow, WorkflowGraph } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { Ctx, Deps } from '../deps.ts'
import { validateGraph } from '../engine/index.ts'
import { workflowErrors } from '../errors.ts'
import { syncTriggers } from '../triggers/sync-triggers.ts'
import type { WorkflowRow } from './workflow-view.ts'
import { lockWorkflow, saveWorkflow } from './workflows.db.ts'

/** Requires a graph that can be activated. Throws `workflow_invalid` (422) with every problem. */
export function requireValidGraph(deps: Deps, graph: WorkflowGraph): void {
  const problems = validateGraph(graph, deps.registry.lookup)
  if (problems.length === 0) return
  const errors = problems.map(({ code, path, message }) => ({ path, code, message: `${code}: ${message}` }))
  throw workflowErrors.workflow_invalid({ details: { errors } })
}

/**
 * Changes a workflow and derives its triggers anew in the same transaction. The graph is checked only when it
 * is activated. Throws `not_found`, `precondition_failed`, `workflow_invalid`.
 */
export const updateWorkflow = (
  deps: Deps,
  ctx: Ctx<OrgPrincipal>,
  input: { id: string; ifMatch: string | undefined; changes: UpdateWorkflow },
): Promise<WorkflowRow> =>
  inTransaction(deps.db, ctx.tx, async (tx) => {
    const before = await lockWorkflow(tx, ctx.principal.orgId, input.id)
    checkIfMatch(input.ifMatch, versionEtag(before.id, before.version))
    if (input.changes.active === true) requireValidGraph(deps, input.changes.graph ?? before.graph)
    const row = await saveWorkflow(tx, before.id, input.changes)
    await syncTriggers(tx, row)
    return row
  })
