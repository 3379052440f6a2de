import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import { workflowErrors } from '../errors.ts'
import type { NodeRunRow, RunRow } from './run-view.ts'

/** The columns of a `RunRow`. */
export const runColumns = [
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

// A cron fire becomes visible when a worker picks it up; docs/reference/workflows.md, "Triggers".
const visible = sql<boolean>`not (trigger = 'schedule' and status = 'queued')`

/** A run of the org. */
export const findRun = (db: Db | Transaction, key: RunKey): Promise<RunRow | undefined> =>
  db
    .selectFrom('runs')
    .select(runColumns)
    .where('id', '=', key.runId)
    .where('workflow_id', '=', key.workflowId)
    .where('org_id', '=', key.orgId)
    .where(visible)
    .executeTakeFirst()

/** The same. Throws `not_found`. */
export async function getRun(db: Db | Transaction, key: RunKey): Promise<RunRow> {
  const row = await findRun(db, key)
  if (row === undefined) throw workflowErrors.run_not_found()
  return row
}

export const listRuns = (db: Db, orgId: string, workflowId: string, limit: number): Promise<RunRow[]> =>
  db
    .selectFrom('runs')
    .select(runColumns)
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
    .select(runColumns)
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

/** The newest run of each of these workflows that has any. */
export async function newestRuns(db: Db, orgId: string, workflowIds: readonly string[]): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select r.* from unnest(${workflowIds}::text[]) as w(id), lateral (
      select ${sql.raw(runColumns.join(', '))} from runs where workflow_id = w.id and org_id = ${orgId} and ${visible}
        order by id desc limit 1) r`.execute(db)
  return rows
}

/** The nodes of a run in their order, or those of them with these ids. */
export const nodesOf = (
  db: Db | Transaction,
  runId: string,
  nodeIds?: readonly string[],
): Promise<NodeRunRow[]> =>
  db
    .selectFrom('node_runs')
    .selectAll()
    .where('run_id', '=', runId)
    .$if(nodeIds !== undefined, (query) => query.where(sql<boolean>`node_id = any(${nodeIds ?? []}::text[])`))
    .orderBy('position')
    .execute()

/** For each node of a run, in their order, a text that is another one whenever its row was written with other content. */
export async function nodeStamps(db: Db, runId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('node_runs')
    .select(['node_id', 'status', 'skip_reason', 'items_in', 'items_out', 'started_at', 'finished_at'])
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute()
  return new Map(rows.map(({ node_id, ...stamp }) => [node_id, JSON.stringify(stamp)]))
}

/**
 * How many runs of other lanes go before a run: lanes take turns, so as many of each as of its own, and one more of a
 * lane whose first run is more urgent or older. Each lane is found by one step over the index. At most 10,000.
 */
const turnsElsewhere = ({ queue, lane, priority, id }: RunRow): RawBuilder<unknown> => sql`(
  with recursive heads as (
    (select lane, priority, id from runs where queue = ${queue} and status = 'queued'
      order by lane, priority, id limit 1)
    union all
    select next.lane, next.priority, next.id from heads, lateral (
      select lane, priority, id from runs where queue = ${queue} and status = 'queued' and lane > heads.lane
        order by lane, priority, id limit 1) next)
  select count(*) from (
    select from (select lane, priority, id from heads limit 1000) h, lateral (
      select from runs q where q.queue = ${queue} and q.lane = h.lane and q.status = 'queued'
        limit (select n from own) + case when (h.priority, h.id) < (${priority}::smallint, ${id}) then 1 else 0 end) q
    where h.lane <> ${lane} limit 10000) n)`

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
          and (priority, id) < (${run.priority}::smallint, ${run.id}) limit 10000) q)
    select (select n from own) + ${turnsElsewhere(run)} as position`.execute(db)
  return Number(rows[0]?.position ?? 0)
}
