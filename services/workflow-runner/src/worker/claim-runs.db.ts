import type { RunTrigger, WorkflowGraph } from '@atrium/contracts'
import { json } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, QueueName, Seeds } from '../database.ts'
import type { LaneHead } from './fair-turns.ts'

/** A run that this worker holds now, with its workflow as it is at this moment. */
export interface ClaimedRun {
  id: string
  orgId: string | null
  lane: string
  workflowId: string
  ownerId: string
  trigger: RunTrigger
  seeds: Seeds
  /** Null when its workflow is gone. */
  graph: WorkflowGraph | null
  active: boolean
  /** W3C `traceparent` of what started it. */
  trace: string | undefined
}

/** The most lanes that one look reads. */
export const mostLanes = 100

/** The first run of each lane after `after` that has any, read off the index lane by lane; at most 100. */
export async function laneHeads(db: Db, queue: QueueName, after: string): Promise<LaneHead[]> {
  const { rows } = await sql<{ lane: string; priority: number; id: string }>`
    with recursive heads as (
      (select lane, priority, id from runs where queue = ${queue} and status = 'queued' and lane > ${after}
        order by lane, priority, id limit 1)
      union all
      select next.lane, next.priority, next.id from heads, lateral (
        select lane, priority, id from runs where queue = ${queue} and status = 'queued' and lane > heads.lane
          order by lane, priority, id limit 1) next
    ) select lane, priority, id from heads limit ${mostLanes}`.execute(db)
  return rows.map(({ lane, priority, id }) => ({ lane, priority, runId: id }))
}

interface Row {
  id: string
  org_id: string | null
  lane: string
  workflow_id: string
  owner_id: string
  trigger: RunTrigger
  seeds: Seeds
  run_graph: WorkflowGraph | null
  workflow_graph: WorkflowGraph | null
  active: boolean | null
  trace: string | null
}

/**
 * Takes so many runs of each lane, the urgent and then the oldest first, with one conditional update: a run is
 * taken once, whoever asks and however often. Loads the workflows as they are now.
 */
export async function claimRuns(
  db: Db,
  queue: QueueName,
  workerId: string,
  wanted: ReadonlyMap<string, number>,
): Promise<ClaimedRun[]> {
  const lanes = [...wanted].map(([lane, count]) => ({ lane, count }))
  const { rows } = await sql<Row>`
    with picked as (
      select q.id from jsonb_to_recordset(${json(lanes)}) as t(lane text, count int), lateral (
        select id from runs where queue = ${queue} and lane = t.lane and status = 'queued'
          order by priority, id limit t.count for update skip locked) q),
    taken as (
      update runs set status = 'running', worker_id = ${workerId}, started_at = clock_timestamp()
      where id = any(array(select id from picked)) and status = 'queued'
      returning id, org_id, lane, workflow_id, owner_id, trigger, seeds, graph, trace)
    select t.id, t.org_id, t.lane, t.workflow_id, t.owner_id, t.trigger, t.seeds,
      t.trace, t.graph as run_graph, w.graph as workflow_graph, w.active
    from taken t left join workflows w on w.id = t.workflow_id`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    orgId: row.org_id,
    lane: row.lane,
    workflowId: row.workflow_id,
    ownerId: row.owner_id,
    trigger: row.trigger,
    seeds: row.seeds,
    graph: row.run_graph ?? row.workflow_graph,
    active: row.run_graph !== null || row.active === true,
    trace: row.trace ?? undefined,
  }))
}
