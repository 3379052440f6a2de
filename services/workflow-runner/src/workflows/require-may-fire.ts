import { type OrgPrincipal, roleAtLeast } from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { requireMoneyRights } from '../nodes/money-rights.ts'
import { findNodeTypes } from './workflows.db.ts'

/** Requires that the caller may fire a workflow, whatever nodes it holds. Throws `forbidden`. */
export async function requireMayFire(
  deps: Deps,
  { principal, tx }: Ctx<OrgPrincipal>,
  workflowId: string,
): Promise<void> {
  // Nothing that owners and admins fire is refused, so nothing is read for them.
  if (roleAtLeast(principal.role, 'admin')) return
  const types = await findNodeTypes(tx ?? deps.db, principal.orgId, workflowId)
  if (types?.some((type) => deps.registry.issuesMoney(type)) === true) requireMoneyRights(principal)
}
