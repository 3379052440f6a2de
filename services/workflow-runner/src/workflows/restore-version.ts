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
 * Saves a version's graph again, under the rules for a graph change. Throws the errors of
 * `updateWorkflow`, and `workflow_invalid` if the row holds no valid graph.
 */
export async function restoreVersion(deps: Deps, ctx: Ctx, { id, version, ifMatch }: Restore) {
  const { graph } = await getVersion(ctx.tx ?? deps.db, ctx.principal.orgId, id, version)
  if (!WorkflowGraph.safeParse(graph).success) {
    throw workflowErrors.workflow_invalid({
      message: 'This version cannot be restored, because its steps are no longer valid',
    })
  }
  return updateWorkflow(deps, ctx, { id, ifMatch, changes: { graph }, restoredFrom: version })
}
