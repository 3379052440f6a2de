import type { Deps } from '../deps.ts'
import { getWorkflow } from './workflows.db.ts'

/**
 * Makes sure that the org has this workflow; its runs are answered no longer than it is. A one-off chain runs
 * under a synthetic id without a workflow of its own. Throws `not_found`.
 */
export async function requireWorkflow(deps: Deps, orgId: string, id: string): Promise<void> {
  if (!id.startsWith('internal:')) await getWorkflow(deps.db, orgId, id)
}
