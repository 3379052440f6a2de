import { type RunTrigger, WorkflowRunNormal } from '@atrium/contracts'
import { executePrepared, jobEntry, json, type OutboxEntry, outboxRows } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, QueueName } from '../database.ts'
import type { LaneHead } from '../lanes/fair-turns.ts'
import type { AcceptedRun } from '../runs/run-starts.ts'

export interface ClaimedRun {
  id: string
  orgId: string | null
  lane: string
  workflowId: string
  ownerId: string
  trigger: RunTrigger
  /** JSON. */
  seeds: string
  /** JSON, or null if the workflow was deleted. */
  graph: string | null
  active: boolean
  trace: string | null
  queue: QueueName
  continued: boolean
  /** Milliseconds of the database clock. Parked runs are due by this clock, too. */
  claimedAt: number
  /** Milliseconds spent on workers before this claim. */
  awakeMs: number
  rootRunId: string | null
  rootTrigger: RunTrigger | null
  callDepth: number
  keepsResult: boolean
}

/** Returns the trigger to show. A called run shows the trigger of its root run. */
export const shownTrigger = ({ rootTrigger, trigger }: ClaimedRun): RunTrigger =>
  rootTrigger ?? trigger

const claimedColumns = sql`t.id, t.org_id as "orgId", t.lane, t.workflow_id as "workflowId", t.owner_id as "ownerId",
      t.trigger, t.seeds::text as seeds, t.trace, t.queue, t.continued, t.awake_ms as "awakeMs",
      t.root_run_id as "rootRunId", t.root_trigger as "rootTrigger",
      t.call_depth as "callDepth", t.keeps_result or t.root_run_id is not null as "keepsResult",
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "claimedAt",
      coalesce(t.graph, w.graph)::text as graph, t.graph is not null or coalesce(w.active, false) as active`

const acceptedColumns = sql.raw(
  'id, org_id, lane, workflow_id, owner_id, queue, priority, trigger, seeds, keeps_result, depth, trace',
)

const monthKey = ({ row, month }: AcceptedRun): string => `${row.org_id} ${month}`

/** An accepted run. It waits in the queue unless the worker has a slot for it. */
export interface Placed extends AcceptedRun {
  begins: boolean
}

/** Returns a message for each lane with a queued run, because other replicas may have free slots. */
const listJobs = (batch: readonly Placed[]): OutboxEntry[] =>
  [...Map.groupBy(batch, ({ row }) => row.lane).values()].flatMap((placed) => {
    const queued = placed.find(({ begins }) => !begins)?.row
    return queued === undefined
      ? []
      : [jobEntry(WorkflowRunNormal, { runId: queued.id }, { orgId: queued.org_id })]
  })

/**
 * Inserts runs, counts them and writes their events. Runs with `begins` are inserted as running, and
 * the worker has to perform them. If an organisation's month has no room for all of its runs, leaves
 * out all of them.
 */
export async function insertAccepted(
  db: Db,
  workerId: string,
  batch: readonly Placed[],
): Promise<(ClaimedRun | undefined)[]> {
  const months = [...Map.groupBy(batch, monthKey).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const { row, month, limit } = first
    return { org_id: row.org_id, month, runs: others.length + 1, most: limit }
  })
  const given = batch.map(({ row, month, begins }) => ({ ...row, month, begins }))
  // Rows are locked in the order of their organisations, as in `limitRuns`.
  const query = sql<ClaimedRun>`
    with months as (
      select * from jsonb_to_recordset(${json(months)}) as m(org_id text, month text, runs bigint, most bigint)),
    counted as (
      insert into run_months as r (org_id, month, runs)
      select org_id, month, runs from months where most is null or runs <= most order by org_id, month
      on conflict (org_id, month) do update set runs = r.runs + excluded.runs
      where r.runs + excluded.runs <= all (
        select most from months m where m.org_id = r.org_id and m.month = r.month and most is not null)
      returning org_id, month),
    t as (
      insert into runs (${acceptedColumns}, status, worker_id, started_at, claimed_at)
      select ${acceptedColumns}, case when begins then 'running' else 'queued' end,
        case when begins then ${workerId} end, case when begins then clock_timestamp() end,
        case when begins then clock_timestamp() end
      from jsonb_to_recordset(${json(given)}) as g(id text, org_id text, month text, lane text, workflow_id text,
        owner_id text, queue text, priority smallint, trigger text, seeds jsonb, keeps_result boolean,
        depth smallint, trace text, begins boolean)
      where (g.org_id, g.month) in (select org_id, month from counted)
      returning *),
    events as (${outboxRows(
      [...batch.flatMap(({ events }) => events), ...listJobs(batch)],
      sql<boolean>`entry.data->>'runId' in (select id from t)`,
    )})
    select ${claimedColumns} from t left join workflows w on w.id = t.workflow_id`
  const rows = await executePrepared(db, query)
  const byId = new Map(rows.map((run) => [run.id, run]))
  return batch.map(({ row }) => byId.get(row.id))
}

const mostLanes = 100

/**
 * Returns the first run of each lane after `after`, with one index step per lane, and the cursor
 * for the next call.
 */
export async function laneHeads(db: Db, queue: QueueName, after: string) {
  const query = sql<LaneHead>`
    with recursive heads as (
      (select lane, priority, id from runs where queue = ${queue} and status = 'queued' and lane > ${after}
        order by lane, priority, id limit 1)
      union all
      select next.lane, next.priority, next.id from heads, lateral (
        select lane, priority, id from runs where queue = ${queue} and status = 'queued' and lane > heads.lane
          order by lane, priority, id limit 1) next
    ) select lane, priority, id as "runId" from heads limit ${mostLanes}`
  const heads = await executePrepared(db, query)
  return { heads, next: heads.length < mostLanes ? '' : (heads.at(-1)?.lane ?? '') }
}

interface Claimant {
  readonly workerId: string
  /**
   * The runs in the worker's slots. After an outage, one of them may be queued again. If the worker
   * took it, the earlier execution's end would be written as the end of both.
   */
  readonly running: readonly string[]
}

/**
 * Claims the urgent runs and then each lane's oldest runs. The caller parses their JSON in separate
 * turns of the event loop.
 */
export async function claimRuns(
  db: Db,
  queue: QueueName,
  { workerId, running }: Claimant,
  wanted: ReadonlyMap<string, number>,
): Promise<ClaimedRun[]> {
  const lanes = [...wanted].map(([lane, count]) => ({ lane, count }))
  const query = sql<ClaimedRun>`
    with picked as (
      select q.id from jsonb_to_recordset(${json(lanes)}) as t(lane text, count int), lateral (
        select id from runs where queue = ${queue} and lane = t.lane and status = 'queued'
            and id <> all(${running}::text[])
          order by priority, id limit t.count for update skip locked) q),
    taken as (
      update runs set status = 'running', worker_id = ${workerId}, started_at = coalesce(started_at, clock_timestamp()),
        claimed_at = clock_timestamp()
      where id = any(array(select id from picked)) and status = 'queued'
      returning id, org_id, lane, workflow_id, owner_id, trigger, seeds, graph, trace, queue, continued, awake_ms,
        root_run_id, root_trigger, call_depth, keeps_result)
    select ${claimedColumns} from taken t left join workflows w on w.id = t.workflow_id`
  return executePrepared(db, query)
}

export async function runsHeldBy(db: Db, workerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('runs')
    .select('id')
    .where((eb) => eb.and({ status: 'running', worker_id: workerId }))
    .execute()
  return rows.map((row) => row.id)
}

export async function readWatermark(db: Db, workflowId: string, key: string): Promise<unknown> {
  const row = await db
    .selectFrom('watermarks')
    .select('value')
    .where((eb) => eb.and({ workflow_id: workflowId, key }))
    .executeTakeFirst()
  return row?.value ?? null
}
