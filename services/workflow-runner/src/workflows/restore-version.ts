import { WorkflowGraph, workflowErrors } from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { updateWorkflow } from './update-workflow.ts'
import { getVersion } from './versions.db.ts'

interface Restore {
  id: string
  version: number
  ifMatch: string | undefined
}

/**
 * Saves the graph of a version again, by the rules of a change of the graph. Throws as `updateWorkflow` does, and
 * `workflow_invalid` for a row that is no graph.
 */
export async function restoreVersion(deps: Deps, ctx: Ctx, { id, version, ifMatch }: Restore) {
  const { graph } = await getVersion(ctx.tx ?? deps.db, ctx.principal.orgId, id, version)
  if (!WorkflowGraph.safeParse(graph).success) {
    throw workflowErrors.workflow_invalid({
      message: 'The version holds no graph that can be saved',
    })
  }
  return updateWorkflow(deps, ctx, { id, ifMatch, changes: { graph }, restoredFrom: version })
}
