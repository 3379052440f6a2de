import type { OrgPrincipal, UpdateWorkflow, WorkflowGraph } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { Ctx, Deps } from '../deps.ts'
import { validateGraph } from '../engine/index.ts'
import { workflowErrors } from '../errors.ts'
import { requireMoneyRights } from '../nodes/money-rights.ts'
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

/** Whether a graph holds a node that issues invoices or moves money. A row may hold anything. */
const holdsMoney = ({ registry }: Deps, { nodes }: Partial<WorkflowGraph>): boolean =>
  nodes?.some(({ type }) => registry.issuesMoney(type)) ?? false

/** Whether an active workflow issues invoices or moves money. */
export const issuesMoney = (deps: Deps, row: Pick<WorkflowRow, 'active' | 'graph'>): boolean =>
  row.active && holdsMoney(deps, row.graph)

/**
 * Changes a workflow and derives its triggers anew in the same transaction. The graph is checked only when it
 * is activated. Who activates or changes an active workflow that issues money becomes its owner: what its schedules
 * and events start acts for them. Throws `not_found`, `precondition_failed`, `forbidden`, `workflow_invalid`.
 */
export const updateWorkflow = (
  deps: Deps,
  ctx: Ctx<OrgPrincipal>,
  input: { id: string; ifMatch: string | undefined; changes: UpdateWorkflow },
): Promise<WorkflowRow> =>
  inTransaction(deps.db, ctx.tx, async (tx) => {
    const before = await lockWorkflow(tx, ctx.principal.orgId, input.id)
    checkIfMatch(input.ifMatch, versionEtag(before.id, before.version))
    const { active = before.active, graph = before.graph } = input.changes
    const issues = issuesMoney(deps, { active, graph })
    if (issues || issuesMoney(deps, before)) requireMoneyRights(ctx.principal)
    if (input.changes.active === true) requireValidGraph(deps, graph)
    const owner = issues ? { ownerId: ctx.principal.userId } : {}
    const row = await saveWorkflow(tx, before.id, { ...input.changes, ...owner })
    await syncTriggers(tx, row)
    return row
  })
