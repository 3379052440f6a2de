import type { WorkflowGraph } from '@atrium/contracts'
import { json } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Transaction, WorkflowRow } from '../database.ts'

/** Records that a template was seeded. Returns false if it was seeded before. */
export async function markSeeded(
  tx: Transaction,
  seeded: { orgId: string; templateId: string; workflowId: string | null },
): Promise<boolean> {
  const row = await tx
    .insertInto('seeded_templates')
    .values({
      org_id: seeded.orgId,
      template_id: seeded.templateId,
      workflow_id: seeded.workflowId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('org_id')
    .executeTakeFirst()
  return row !== undefined
}

const selectSeeded = (db: Db | Transaction, orgId: string, templateId: string) =>
  db
    .selectFrom('seeded_templates')
    .select('workflow_id')
    .where((eb) => eb.and({ org_id: orgId, template_id: templateId }))

/** Returns the workflow made from a template, or null. */
export const findSeeded = async (
  tx: Transaction,
  orgId: string,
  templateId: string,
): Promise<string | null> =>
  (await selectSeeded(tx, orgId, templateId).executeTakeFirst())?.workflow_id ?? null

/** True if the template was ever seeded, even if its workflow was deleted. */
export const isSeeded = async (db: Db, orgId: string, templateId: string): Promise<boolean> =>
  (await selectSeeded(db, orgId, templateId).executeTakeFirst()) !== undefined

/**
 * Replaces a workflow's graph and owner if the graph still equals `from`. Otherwise returns
 * undefined.
 */
export const replaceGraph = (
  tx: Transaction,
  change: {
    orgId: string
    workflowId: string
    ownerId: string
    from: WorkflowGraph
    to: WorkflowGraph
  },
): Promise<WorkflowRow | undefined> =>
  tx
    .updateTable('workflows')
    .set({
      graph: json(change.to),
      owner_id: change.ownerId,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where((eb) => eb.and({ id: change.workflowId, org_id: change.orgId }))
    .where(sql<boolean>`graph = ${JSON.stringify(change.from)}::jsonb`)
    .returningAll()
    .executeTakeFirst()
