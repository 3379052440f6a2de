import type { Transaction } from '../database.ts'
import { workflowErrors } from '../errors.ts'

/** Takes turns with other fires of the same workflow, but not with those who only read it. Throws `not_found`. */
export async function lockWorkflowForFire(
  tx: Transaction,
  orgId: string,
  id: string,
): Promise<{ id: string }> {
  const row = await tx
    .selectFrom('workflows')
    .select('id')
    .where('id', '=', id)
    .where('org_id', '=', orgId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw workflowErrors.workflow_not_found()
  return row
}
