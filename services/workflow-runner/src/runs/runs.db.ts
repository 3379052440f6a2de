import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import { workflowErrors } from '../errors.ts'
import type { NodeRunRow, RunRow } from './run-view.ts'

const columns = [
  'id',
  'org_id',
  'lane',
  'workflow_id',
  'owner_id',
  'queue',
  'priority',
  'status',
  'trigger',
  'task_id',
  'worker_id',
  'error',
  'created_at',
  'started_at',
  'finished_at',
] as const

export interface RunKey {
  orgId: string
  workflowId: string
  runId: string
}

// A cron fire becomes visible when a worker picks it up; specification, "Run transport and triggers", 7.
const visible = sql<boolean>`not (trigger = 'schedule' and status = 'queued')`

/** A run of the org. Throws `not_found`. */
export async function getRun(db: Db | Transaction, key: RunKey): Promise<RunRow> {
  const row = await db
    .selectFrom('runs')
    .select(columns)
    .where('id', '=', key.runId)
    .where('workflow_id', '=', key.workflowId)
    .where('org_id', '=', key.orgId)
    .where(visible)
    .executeTakeFirst()
  if (row === undefined) throw workflowErrors.run_not_found()
  return row
}

export const listRuns = (db: Db, orgId: string, workflowId: string, limit: number): Promise<RunRow[]> =>
  db
    .selectFrom('runs')
    .select(columns)
    .where('workflow_id', '=', workflowId)
    .where('org_id', '=', orgId)
    .where(visible)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The most recent completed run. Throws `not_found` when there is none. */
export async function getLatestRun(db: Db, orgId: string, workflowId: string): Promise<RunRow> {
  const row = await db
    .selectFrom('runs')
    .select(columns)
    .where('workflow_id', '=', workflowId)
    .where('org_id', '=', orgId)
    .where('status', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined)
    throw workflowErrors.run_not_found({ message: 'No run of this workflow has completed' })
  return row
}

export const nodesOf = (db: Db | Transaction, runId: string): Promise<NodeRunRow[]> =>
  db.selectFrom('node_runs').selectAll().where('run_id', '=', runId).orderBy('position').execute()

/** Lane and id of what the other lanes have queued, up to 10,000; two ranges, so as not to walk through the lane's own. */
export const queuedElsewhere = (
  queue: RawBuilder<unknown>,
  lane: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  (select lane, id from runs where queue = ${queue} and lane < ${lane} and status = 'queued' limit 5000) union all
  (select lane, id from runs where queue = ${queue} and lane > ${lane} and status = 'queued' limit 5000))`

/**
 * How many runs will be picked before this one: those of its own lane that go first, and as many of each other
 * lane, because lanes take turns. Counted up to 10,000.
 */
export async function queuePosition(db: Db | Transaction, run: RunRow): Promise<number> {
  if (run.status !== 'queued') return 0
  const { rows } = await sql<{ position: string }>`
    with own as (
      select count(*) as n from (
        select 1 from runs where queue = ${run.queue} and lane = ${run.lane} and status = 'queued'
          and (priority, id) < (${run.priority}::smallint, ${run.id}) limit 10000) q),
    others as (
      select least(count(*), (select n from own) + (case when min(id) < ${run.id} then 1 else 0 end)) as n
      from ${queuedElsewhere(sql`${run.queue}`, sql`${run.lane}`)} q group by lane)
    select (select n from own) + coalesce((select sum(n) from others), 0) as position`.execute(db)
  return Number(rows[0]?.position ?? 0)
}
