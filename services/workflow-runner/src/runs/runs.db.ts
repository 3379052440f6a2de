import { runErrors, workflowErrors } from '@atrium/contracts'
import { currentContext } from '@atrium/telemetry'
import { type Insertable, sql } from 'kysely'
import type { Db, Transaction, WorkflowDatabase, WorkflowKey } from '../database.ts'
import { type RunRow, runColumns } from './run-view.ts'

export type RunKey = WorkflowKey & { runId: string }

type NewRow = Insertable<WorkflowDatabase['runs']>

// A scheduled run is hidden until a worker claims it; docs/reference/workflows.md, "Triggers".
const visible = sql<boolean>`not (trigger = 'schedule' and status = 'queued' and not continued)`

const visibleRuns = (db: Db | Transaction, orgId: string, workflowId: string) =>
  db
    .selectFrom('runs')
    .select(runColumns)
    .where((eb) => eb.and({ workflow_id: workflowId, org_id: orgId }))
    .where(visible)

export const findRun = (db: Db | Transaction, { orgId, workflowId, runId }: RunKey) =>
  visibleRuns(db, orgId, workflowId).where('id', '=', runId).executeTakeFirst()

/** Throws `not_found`. */
export async function getRun(db: Db | Transaction, key: RunKey): Promise<RunRow> {
  const row = await findRun(db, key)
  if (row === undefined) throw runErrors.not_found()
  return row
}

export const findChainRun = (
  db: Db,
  orgId: string,
  workflowId: string,
): Promise<RunRow | undefined> =>
  visibleRuns(db, orgId, workflowId).orderBy('id', 'desc').limit(1).executeTakeFirst()

export const listRuns = (
  db: Db,
  { orgId, workflowId }: Pick<RunKey, 'orgId' | 'workflowId'>,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<RunRow[]> =>
  visibleRuns(db, orgId, workflowId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Throws `not_found` if no run has completed. */
export async function getLatestRun(db: Db, orgId: string, workflowId: string): Promise<RunRow> {
  const row = await visibleRuns(db, orgId, workflowId)
    .where('status', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined)
    throw runErrors.not_found({ message: 'No run of this workflow has completed' })
  return row
}

export async function newestRuns(
  db: Db,
  orgId: string,
  workflowIds: readonly string[],
): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select r.* from unnest(${workflowIds}::text[]) as w(id), lateral (
      select ${sql.raw(runColumns.join(', '))} from runs where workflow_id = w.id and org_id = ${orgId} and ${visible}
        order by id desc limit 1) r`.execute(db)
  return rows
}

/**
 * Returns the node types of a workflow, and the id of its oldest queued run that no other run
 * started. Undefined if the workflow does not exist.
 */
export const findFireable = (db: Db | Transaction, orgId: string, workflowId: string) =>
  db
    .selectFrom('workflows')
    .select([
      sql<string[]>`jsonb_path_query_array(graph, '$.nodes[*].type')`.as('types'),
      visibleRuns(db, orgId, workflowId)
        .clearSelect()
        .select('id')
        .where((eb) => eb.and({ status: 'queued', continued: false }))
        .where('parent_run_id', 'is', null)
        .orderBy('id')
        .limit(1)
        .as('pendingId'),
    ])
    .where((eb) => eb.and({ id: workflowId, org_id: orgId }))
    .executeTakeFirst()

/**
 * Throws `not_found` if the workflow was deleted, although its run rows remain. Accepts the
 * synthetic ids of one-off chains.
 */
export async function requireWorkflow(
  db: Db,
  { orgId, workflowId }: Pick<RunKey, 'orgId' | 'workflowId'>,
) {
  if (workflowId.startsWith('internal:')) return
  const row = await db
    .selectFrom('workflows')
    .select('id')
    .where((eb) => eb.and({ id: workflowId, org_id: orgId }))
    .executeTakeFirst()
  if (row === undefined) throw workflowErrors.not_found()
}

/** Returns the unvalidated graph, or undefined if the workflow does not exist. */
export async function findWorkflowGraph(
  db: Db | Transaction,
  orgId: string,
  workflowId: string,
): Promise<unknown> {
  const row = await db
    .selectFrom('workflows')
    .select('graph')
    .where((eb) => eb.and({ id: workflowId, org_id: orgId }))
    .executeTakeFirst()
  return row?.graph
}

export const selectNodes = (db: Db | Transaction, runId: string, nodeIds?: readonly string[]) =>
  db
    .selectFrom('all_node_runs')
    .selectAll()
    .where('run_id', '=', runId)
    .$if(nodeIds !== undefined, (query) =>
      query.where(sql<boolean>`node_id = any(${nodeIds ?? []}::text[])`),
    )
    .orderBy('position')
    .execute()

/** Returns a fingerprint of each node row, in node order. It changes if the row changes. */
export async function nodeStamps(db: Db, runId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('all_node_runs')
    .select([
      'node_id',
      'status',
      'skip_reason',
      'items_in',
      'items_out',
      'started_at',
      'finished_at',
    ])
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute()
  return new Map(rows.map(({ node_id, ...stamp }) => [node_id, JSON.stringify(stamp)]))
}

export interface Cause {
  runId: string
  workflowId: string
  depth: number
}

export const findCause = (
  tx: Transaction,
  orgId: string,
  runId: string,
): Promise<Cause | undefined> =>
  tx
    .selectFrom('runs')
    .select(['id as runId', 'workflow_id as workflowId', 'depth'])
    .where((eb) => eb.and({ id: runId, org_id: orgId }))
    .executeTakeFirst()

/** Inserts a manual run. Returns undefined if the workflow already has one in the queue. */
export const insertRunByHand = (
  tx: Transaction,
  {
    orgId,
    workflowId,
    runId,
    userId,
    ...run
  }: RunKey & { userId: string } & Pick<NewRow, 'seeds' | 'continued'>,
): Promise<RunRow | undefined> =>
  tx
    .insertInto('runs')
    .values({
      id: runId,
      org_id: orgId,
      lane: orgId,
      workflow_id: workflowId,
      owner_id: userId,
      ...run,
      queue: 'workflow-run',
      priority: 0,
      trigger: 'manual',
      trace: currentContext()?.traceparent ?? null,
    })
    .onConflict((conflict) =>
      conflict
        .column('workflow_id')
        .where('status', '=', 'queued')
        .where('trigger', '=', 'manual')
        .where('queue', '=', 'workflow-run')
        .where(sql<boolean>`not continued`)
        .doNothing(),
    )
    .returning(runColumns)
    .executeTakeFirst()

const rowsPerStatement = 1_000

export async function insertRuns(tx: Transaction, rows: readonly NewRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await tx
      .insertInto('runs')
      .values(rows.slice(at, at + rowsPerStatement))
      .execute()
  }
}

/**
 * Assigns the workflow's queued runs to the user who saved the graph, because the runs load this
 * graph.
 */
export const takeOverQueued = async (
  tx: Transaction,
  workflowId: string,
  userId: string,
): Promise<void> =>
  void (await tx
    .updateTable('runs')
    .set({ owner_id: userId })
    .where((eb) => eb.and({ workflow_id: workflowId, status: 'queued', continued: false }))
    .where('owner_id', '<>', userId)
    .execute())

/**
 * Counts the runs of other lanes picked before a run with `own` runs before it in its lane, up to
 * 10,000. Uses index steps.
 */
async function turnsElsewhere(
  db: Db | Transaction,
  { queue, lane, priority, id }: RunRow,
  own: number,
) {
  const { rows } = await sql<{ turns: number }>`
    with recursive heads as (
      (select lane, priority, id from runs where queue = ${queue} and status = 'queued'
        order by lane, priority, id limit 1)
      union all
      select next.lane, next.priority, next.id from heads, lateral (
        select lane, priority, id from runs where queue = ${queue} and status = 'queued' and lane > heads.lane
          order by lane, priority, id limit 1) next)
    select count(*)::int as turns from (
      select from (select lane, priority, id from heads limit 1000) h, lateral (
        select from runs q where q.queue = ${queue} and q.lane = h.lane and q.status = 'queued'
          limit ${own}::int + case when (h.priority, h.id) < (${priority}::smallint, ${id}) then 1 else 0 end) q
      where h.lane <> ${lane} limit 10000) n`.execute(db)
  return rows[0]?.turns ?? 0
}

/**
 * Counts the runs picked before this one while lanes take turns, up to 10,000. Returns undefined
 * unless the run is queued.
 */
export async function queuePosition(
  db: Db | Transaction,
  run: RunRow,
): Promise<number | undefined> {
  if (run.status !== 'queued') return undefined
  const queued = sql`from runs where queue = ${run.queue} and status = 'queued'`
  const { rows } = await sql<{ own: number; shared: boolean }>`
    select (select count(*)::int from (
        select ${queued} and lane = ${run.lane} and (priority, id) < (${run.priority}::smallint, ${run.id})
        limit 10000) q) as own,
      exists (select ${queued} and lane < ${run.lane})
        or exists (select ${queued} and lane > ${run.lane}) as shared`.execute(db)
  const { own, shared } = rows[0] ?? { own: 0, shared: false }
  // Counting the turns of other lanes costs several times as much, and usually no other lane waits.
  return shared ? own + (await turnsElsewhere(db, run, own)) : own
}
