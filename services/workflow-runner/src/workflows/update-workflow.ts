import type { OrgPrincipal, UpdateWorkflow, WorkflowGraph } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { Ctx, Deps } from '../deps.ts'
import { validateGraph } from '../engine/index.ts'
import { workflowErrors } from '../errors.ts'
import { requireMoneyRights } from '../nodes/money-rights.ts'
import { takeOverQueued } from '../runs/take-over-queued.ts'
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

type ActiveGraph = Pick<WorkflowRow, 'active' | 'graph'>

/** Whether an active workflow holds a node of such a type. A row may hold anything. */
const doesSuch = (row: ActiveGraph, such: (type: string) => boolean): boolean => {
  const { nodes }: Partial<WorkflowGraph> = row.graph
  return row.active && (nodes?.some(({ type }) => such(type)) ?? false)
}

/** Whether an active workflow issues invoices or moves money. */
export const issuesMoney = (deps: Deps, row: ActiveGraph): boolean => doesSuch(row, deps.registry.issuesMoney)

/** Whether a change decides what an active workflow does with the rights of the person that its runs act for. */
const decidesForOwner = (deps: Deps, after: ActiveGraph, changes: UpdateWorkflow): boolean =>
  (changes.graph !== undefined || changes.active === true) && doesSuch(after, deps.registry.usesPersonsRights)

/**
 * Changes a workflow and derives its triggers anew in the same transaction. The graph is checked only when it
 * is activated. Who decides what an active workflow does with money, or with somebody's rights, becomes its owner: what
 * its schedules and events start acts for them, as does what is queued already, which takes the graph as it is then.
 * Throws `not_found`, `precondition_failed`, `forbidden`, `workflow_invalid`.
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
    const { userId } = ctx.principal
    const owner = issues || decidesForOwner(deps, { active, graph }, input.changes) ? { ownerId: userId } : {}
    const row = await saveWorkflow(tx, before.id, { ...input.changes, ...owner })
    if (input.changes.graph !== undefined) await takeOverQueued(tx, row.id, userId)
    await syncTriggers(tx, row)
    return row
  })
