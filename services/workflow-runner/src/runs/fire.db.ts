import { newId, WorkflowRunHigh } from '@atrium/contracts'
import { json } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Seeds, Transaction } from '../database.ts'
import type { RunRow } from './run-view.ts'

export interface FireRow extends RunRow {
  fresh: boolean
  position: string
}

/**
 * Queues a run by hand and its job, unless one of the workflow is queued already; in one statement, because the
 * Run button is pressed often and every round trip is one more. Undefined rows: the org has no such workflow
 * (`found` false), or another click at the same moment came first.
 */
export async function fireOnce(
  db: Db | Transaction,
  fire: { orgId: string; workflowId: string; userId: string; seeds: Seeds },
): Promise<{ found: boolean; row: FireRow | undefined }> {
  const runId = newId('run')
  const { rows } = await sql<FireRow & { found: boolean }>`
    with wf as (
      select id from workflows where id = ${fire.workflowId} and org_id = ${fire.orgId}),
    pending as (
      select r.* from runs r join wf on r.workflow_id = wf.id
      where r.status = 'queued' and r.trigger <> 'schedule' order by r.id limit 1),
    fresh as (
      insert into runs (id, org_id, lane, workflow_id, owner_id, queue, priority, trigger, seeds)
      select ${runId}, ${fire.orgId}, ${fire.orgId}, wf.id, ${fire.userId}, 'workflow-run', 0, 'manual',
        ${json(fire.seeds)} from wf where not exists (select 1 from pending)
      on conflict (workflow_id) where status = 'queued' and trigger = 'manual' and queue = 'workflow-run'
      do nothing
      returning *),
    job as (
      insert into outbox (id, kind, org_id, type, data)
      select ${newId('evt')}, 'job', ${fire.orgId}, ${WorkflowRunHigh.subject},
        ${json(WorkflowRunHigh.schema.parse({ runId }))} from fresh),
    run as (
      select *, true as fresh from fresh union all select *, false as fresh from pending),
    own as (
      select count(*) as n from (select 1 from runs q, run where q.queue = 'workflow-run' and q.lane = run.lane
        and q.status = 'queued' and (q.priority, q.id) < (run.priority, run.id) limit 10000) q),
    others as (
      select least(count(*), (select n from own) + 1) as n
      from (select lane from runs where queue = 'workflow-run' and lane <> ${fire.orgId}
        and status = 'queued' limit 10000) q group by lane)
    select run.*, true as found, (select n from own) + coalesce((select sum(n) from others), 0) as position
    from wf left join run on true`.execute(db)
  const [row] = rows
  if (row === undefined) return { found: false, row: undefined }
  return { found: true, row: row.id === null ? undefined : row }
}
