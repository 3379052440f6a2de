import { OrgDeleted } from '@atrium/contracts'
import { type EventConsumer, eventConsumer } from '@atrium/messaging'
import type { Transaction, WorkflowDatabase } from '../database.ts'

/** Removes what a purged org had here. */
export const forgetOrg = (): EventConsumer<WorkflowDatabase> =>
  eventConsumer<WorkflowDatabase, typeof OrgDeleted.schema>('forget-org', OrgDeleted, (tx, { data }) =>
    removeOrg(tx, data.orgId),
  )

async function removeOrg(tx: Transaction, orgId: string): Promise<void> {
  const workflows = tx.selectFrom('workflows').select('id').where('org_id', '=', orgId)
  const runs = tx.selectFrom('runs').select('id').where('org_id', '=', orgId)
  await tx.deleteFrom('watermarks').where('workflow_id', 'in', workflows).execute()
  await tx.deleteFrom('workflow_imports').where('org_id', '=', orgId).execute()
  await tx.deleteFrom('node_runs').where('run_id', 'in', runs).execute()
  // A worker that still holds one of these finds its row gone and stops.
  await tx.deleteFrom('runs').where('org_id', '=', orgId).execute()
  await tx.deleteFrom('workflows').where('org_id', '=', orgId).execute()
  await tx.deleteFrom('seeded_templates').where('org_id', '=', orgId).execute()
  await tx.deleteFrom('webhook_endpoints').where('org_id', '=', orgId).execute()
}
