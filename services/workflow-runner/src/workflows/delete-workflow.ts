import { inTransaction } from '@atrium/database'
import { checkIfMatch, versionEtag } from '@atrium/http'
import type { Ctx, Deps } from '../deps.ts'
import { releaseSignatureSecrets } from '../hooks/signature-secrets.ts'
import { requireMoneyRights } from '../nodes/money-rights.ts'
import { announceCancelled } from '../runs/cancel-announcements.ts'
import { cancelRuns } from '../runs/cancel-run.ts'
import { clearErrorWorkflow } from './error-workflow.db.ts'
import { issuesMoney } from './update-workflow.ts'
import { listVersionGraphs } from './versions.db.ts'
import { lockWorkflow, removeWorkflow } from './workflows.db.ts'

/** Deletes a workflow and cancels its runs. Throws `not_found`, `precondition_failed`, `forbidden`. */
export async function deleteWorkflow(
  deps: Deps,
  { principal, tx }: Ctx,
  { id, ifMatch }: { id: string; ifMatch: string | undefined },
): Promise<void> {
  const cancelled = await inTransaction(deps.db, tx, async (tx) => {
    const row = await lockWorkflow(tx, principal.orgId, id)
    checkIfMatch(ifMatch, versionEtag(row.id, row.version))
    if (issuesMoney(deps, row)) requireMoneyRights(principal)
    const stopped = await cancelRuns(tx, principal.orgId, { workflow_id: id })
    const graphs = await listVersionGraphs(tx, principal.orgId, id)
    await removeWorkflow(tx, id)
    await clearErrorWorkflow(tx, principal.orgId, id)
    await releaseSignatureSecrets(tx, principal.orgId, [row.graph, ...graphs])
    return stopped
  })
  announceCancelled(deps.bus, cancelled)
}
