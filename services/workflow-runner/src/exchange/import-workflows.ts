import { type Workflow, WorkflowFileInput, workflowErrors } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Ctx, Deps } from '../deps.ts'
import { createWorkflow } from '../workflows/create-workflow.ts'
import { workflowView } from '../workflows/workflow-view.ts'
import { fromPortableGraph } from './portable-graph.ts'

const shownProblems = 20

/**
 * Saves the workflows of an exported file as new, inactive workflows of the caller, or none. Throws
 * `workflow_invalid` (422, with the problems) if the file cannot be read.
 */
export async function importWorkflows(
  deps: Deps,
  ctx: Ctx,
  { document }: { document?: unknown },
): Promise<Workflow[]> {
  const read = WorkflowFileInput.safeParse(document)
  if (!read.success) {
    const errors = read.error.issues.slice(0, shownProblems).map(({ path, message }) => ({
      path: path.join('.'),
      message,
    }))
    throw workflowErrors.workflow_invalid({
      message: 'This file is not an export of workflows. Nothing was imported.',
      details: { errors },
    })
  }
  const ids = read.data.workflows.map(() => deps.newId('wf'))
  return inTransaction(deps.db, ctx.tx, async (tx) => {
    const made: Workflow[] = []
    for (const [at, { graph, ...workflow }] of read.data.workflows.entries()) {
      const row = await createWorkflow(
        deps,
        { ...ctx, tx },
        { ...workflow, id: ids[at], graph: fromPortableGraph(graph, ids) },
      )
      made.push(workflowView(row))
    }
    return made
  })
}
