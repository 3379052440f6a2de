import { type UpdateWorkflow, type WorkflowGraph, workflowErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { WorkflowRow } from '../database.ts'
import type { Ctx, Deps } from '../deps.ts'
import { validateGraph } from '../engine/index.ts'
import { requireMoneyRights } from '../nodes/money-rights.ts'
import { takeOverQueued } from '../runs/queue-runs.ts'
import { syncTriggers } from '../triggers/sync-triggers.ts'
import { lockWorkflow, saveWorkflow } from './workflows.db.ts'

async function requireValidGraph(deps: Deps, orgId: string, graph: WorkflowGraph): Promise<void> {
  const problems = await validateGraph(graph, deps.registry.lookup, deps.turns(orgId))
  if (problems.length === 0) return
  const errors = problems.map(({ code, path, message }) => ({ path, code, message: `${code}: ${message}` }))
  throw workflowErrors.workflow_invalid({ details: { errors } })
}

type ActiveGraph = Pick<WorkflowRow, 'active' | 'graph'>

// A row may hold anything.
const activeWith = (row: ActiveGraph, isSuch: (type: string) => boolean): boolean => {
  const { nodes }: Partial<WorkflowGraph> = row.graph
  return row.active && (nodes?.some(({ type }) => isSuch(type)) ?? false)
}

/** Whether an active workflow issues invoices or moves money. */
export const issuesMoney = ({ registry }: Deps, row: ActiveGraph): boolean =>
  activeWith(row, registry.issuesMoney)

/**
 * Changes a workflow and derives its triggers again in the same transaction. An activation requires a valid graph.
 * A person who decides what an active workflow does with money, or with the rights of a person, becomes its owner:
 * later runs act for them, and so do queued ones, which load the new graph; docs/reference/workflows.md, "Triggers".
 * Throws `not_found`, `precondition_failed`, `forbidden`, `workflow_invalid` (422, with every problem).
 */
export const updateWorkflow = (
  deps: Deps,
  { principal, tx }: Ctx,
  input: { id: string; ifMatch: string | undefined; changes: UpdateWorkflow },
): Promise<WorkflowRow> =>
  inTransaction(deps.db, tx, async (tx) => {
    const { changes } = input
    const { orgId, userId } = principal
    const before = await lockWorkflow(tx, orgId, input.id)
    checkIfMatch(input.ifMatch, versionEtag(before.id, before.version))
    const after = { active: changes.active ?? before.active, graph: changes.graph ?? before.graph }
    const issues = issuesMoney(deps, after)
    if (issues || issuesMoney(deps, before)) requireMoneyRights(principal)
    if (changes.active === true) await requireValidGraph(deps, orgId, after.graph)
    const decides = changes.graph !== undefined || changes.active === true
    const takesOver = issues || (decides && activeWith(after, deps.registry.usesPersonsRights))
    const row = await saveWorkflow(tx, orgId, before.id, {
      ...changes,
      ...(takesOver ? { ownerId: userId } : {}),
    })
    if (changes.graph !== undefined) await takeOverQueued(tx, row.id, userId)
    await syncTriggers(tx, row, deps)
    return row
  })
