import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'

export interface Failure {
  /** The owner of the failed run's workflow. */
  ownerId: string
  /** The users for whom the failed run and all runs that called it acted. */
  actedFor: string[]
  errorWorkflow: string
  /** The name of the failed node. Null if no node failed. */
  node: string | null
}

/**
 * Finds a failed run with its workflow's error workflow. Undefined if the workflow has none, if the
 * run is a one-off chain, or if an earlier failure started the run or a run that called it.
 */
export async function findFailure(
  tx: Transaction,
  orgId: string,
  runId: string,
): Promise<Failure | undefined> {
  const { rows } = await sql<Failure>`
    with recursive chain as (
      select id, owner_id, parent_run_id from runs where id = ${runId} and org_id = ${orgId}
      union all
      select p.id, p.owner_id, p.parent_run_id from runs p
      join chain c on p.id = c.parent_run_id and p.org_id = ${orgId})
    select w.owner_id as "ownerId", w.error_workflow as "errorWorkflow",
      (select array_agg(distinct owner_id) from chain) as "actedFor",
      (select n.name from all_node_runs n where n.run_id = r.id and n.status = 'failed'
        order by n.position limit 1) as node
    from runs r
    join workflows w on w.id = r.workflow_id and w.org_id = r.org_id
    left join runs root on root.id = r.root_run_id and root.org_id = r.org_id
    where r.id = ${runId} and r.org_id = ${orgId} and r.queue = 'workflow-run'
      and w.error_workflow is not null
      and not jsonb_exists(r.seeds, 'errorOf')
      and (root.id is null or not jsonb_exists(root.seeds, 'errorOf'))`.execute(tx)
  return rows[0]
}

/**
 * Finds a failed run with its workflow's name and owner. Undefined if the run is a one-off chain, or if it
 * belongs to a run that an earlier failure started.
 */
export async function findAnnounced(
  tx: Transaction,
  orgId: string,
  runId: string,
): Promise<{ workflowName: string; ownerId: string; node: string | null } | undefined> {
  const { rows } = await sql<{ workflowName: string; ownerId: string; node: string | null }>`
    select w.name as "workflowName", w.owner_id as "ownerId",
      (select n.name from all_node_runs n where n.run_id = r.id and n.status = 'failed'
        order by n.position limit 1) as node
    from runs r
    join workflows w on w.id = r.workflow_id and w.org_id = r.org_id
    left join runs root on root.id = r.root_run_id and root.org_id = r.org_id
    where r.id = ${runId} and r.org_id = ${orgId} and r.queue = 'workflow-run'
      and not jsonb_exists_any(r.seeds, array['errorOf', 'failureOf'])
      and (root.id is null or not jsonb_exists_any(root.seeds, array['errorOf', 'failureOf']))`.execute(
    tx,
  )
  return rows[0]
}

/** True if the failure of another workflow may start this one. */
export const isErrorWorkflow = async (
  db: Db | Transaction,
  orgId: string,
  id: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('workflows')
    .select('id')
    .where((eb) => eb.and({ org_id: orgId, error_workflow: id }))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Clears a deleted workflow in the workflows that name it as their error workflow. */
export const clearErrorWorkflow = async (
  tx: Transaction,
  orgId: string,
  id: string,
): Promise<void> =>
  void (await tx
    .updateTable('workflows')
    .set({ error_workflow: null, version: sql`version + 1`, updated_at: sql`now()` })
    .where((eb) => eb.and({ org_id: orgId, error_workflow: id }))
    .execute())
