import type { Deps } from '../deps.ts'
import { getWorkflow } from './workflows.db.ts'

/** Makes sure that the org has this workflow. Throws `not_found`. */
export async function requireWorkflow(deps: Deps, orgId: string, id: string): Promise<void> {
  await getWorkflow(deps.db, orgId, id)
}
