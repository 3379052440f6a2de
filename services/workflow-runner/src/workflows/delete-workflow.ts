import type { OrgPrincipal } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { Ctx, Deps } from '../deps.ts'
import { requireMoneyRights } from '../nodes/money-rights.ts'
import { announceCancelled } from '../runs/announce-cancelled.ts'
import { cancelRunsOf } from '../runs/cancel-run.ts'
import { issuesMoney } from './update-workflow.ts'
import { lockWorkflow, removeWorkflow } from './workflows.db.ts'

/** Deletes a workflow and stops what it has going. Throws `not_found`, `precondition_failed`, `forbidden`. */
export async function deleteWorkflow(
  deps: Deps,
  ctx: Ctx<OrgPrincipal>,
  input: { id: string; ifMatch: string | undefined },
): Promise<void> {
  const cancelled = await inTransaction(deps.db, ctx.tx, async (tx) => {
    const row = await lockWorkflow(tx, ctx.principal.orgId, input.id)
    checkIfMatch(input.ifMatch, versionEtag(row.id, row.version))
    if (issuesMoney(deps, row)) requireMoneyRights(ctx.principal)
    const stopped = await cancelRunsOf(tx, row.id)
    await removeWorkflow(tx, row.id)
    return stopped
  })
  announceCancelled(deps.bus, cancelled)
}
