import { newId, WorkflowRunHigh } from '@atrium/contracts'
import { json, prepared } from '@atrium/database'
import { currentContext } from '@atrium/telemetry'
import { sql } from 'kysely'
import type { Db, Seeds, Transaction } from '../database.ts'
import type { RunRow } from './run-view.ts'
import { turnsElsewhere } from './runs.db.ts'

/** The columns of a `RunRow`. */
const columns = sql.raw(`id, org_id, lane, workflow_id, owner_id, queue, priority, status, trigger, task_id,
  worker_id, error, created_at, started_at, finished_at`)

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
  const waiting = {
    queue: sql`'workflow-run'`,
    lane: sql`${fire.orgId}`,
    priority: sql`(select priority from run)`,
    id: sql`(select id from run)`,
    own: sql`(select n from own)`,
  }
  const { rows } = await sql<FireRow & { found: boolean }>`${prepared('fire-by-hand')}
    with wf as (
      select id from workflows where id = ${fire.workflowId} and org_id = ${fire.orgId}),
    pending as (
      select ${columns} from runs where workflow_id = (select id from wf)
        and status = 'queued' and trigger <> 'schedule' order by id limit 1),
    fresh as (
      insert into runs (id, org_id, lane, workflow_id, owner_id, queue, priority, trigger, seeds, trace)
      select ${runId}, ${fire.orgId}, ${fire.orgId}, wf.id, ${fire.userId}, 'workflow-run', 0, 'manual',
        ${json(fire.seeds)}, ${currentContext()?.traceparent ?? null} from wf where not exists (select 1 from pending)
      on conflict (workflow_id) where status = 'queued' and trigger = 'manual' and queue = 'workflow-run'
      do nothing
      returning ${columns}),
    job as (
      insert into outbox (id, kind, org_id, type, data)
      select ${newId('evt')}, 'job', ${fire.orgId}, ${WorkflowRunHigh.subject},
        ${json(WorkflowRunHigh.schema.parse({ runId }))} from fresh),
    run as (
      select ${columns}, true as fresh from fresh union all select ${columns}, false as fresh from pending),
    own as (
      select count(*) as n from run, lateral (
        select 1 from runs q where q.queue = 'workflow-run' and q.lane = ${fire.orgId} and q.status = 'queued'
          and (q.priority, q.id) < (run.priority, run.id) limit 10000) q)
    select run.*, true as found, (select n from own)
      + ${turnsElsewhere(waiting)} as position
    from wf left join run on true`.execute(db)
  const [row] = rows
  if (row === undefined) return { found: false, row: undefined }
  return { found: true, row: row.id === null ? undefined : row }
}
