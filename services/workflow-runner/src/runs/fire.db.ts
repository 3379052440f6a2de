import type { Insertable } from 'kysely'
import type { Transaction, WorkflowDatabase } from '../database.ts'
import type { RunRow } from './run-view.ts'
import { runColumns } from './runs.db.ts'

/** The oldest queued run of a workflow that no schedule started. */
export const findPendingRun = (
  tx: Transaction,
  orgId: string,
  workflowId: string,
): Promise<RunRow | undefined> =>
  tx
    .selectFrom('runs')
    .select(runColumns)
    .where('org_id', '=', orgId)
    .where('workflow_id', '=', workflowId)
    .where('status', '=', 'queued')
    .where('trigger', '<>', 'schedule')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Writes a run by hand; undefined when one of the workflow is queued already. */
export const insertRunByHand = (
  tx: Transaction,
  row: Insertable<WorkflowDatabase['runs']>,
): Promise<RunRow | undefined> =>
  tx
    .insertInto('runs')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('workflow_id')
        .where('status', '=', 'queued')
        .where('trigger', '=', 'manual')
        .where('queue', '=', 'workflow-run')
        .doNothing(),
    )
    .returning(runColumns)
    .executeTakeFirst()

/** Whether the org has this workflow. */
export async function hasWorkflow(tx: Transaction, orgId: string, workflowId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('workflows')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', workflowId)
    .executeTakeFirst()
  return row !== undefined
}
