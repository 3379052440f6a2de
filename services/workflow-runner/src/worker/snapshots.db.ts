import { sql } from 'kysely'
import { countRows } from '../count-alone.db.ts'
import type { Db, Transaction } from '../database.ts'

export async function snapshotTexts(db: Db, runId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('parked_parts')
    .select('body')
    .where('run_id', '=', runId)
    .orderBy('part')
    .execute()
  return rows.map(({ body }) => body)
}

/** True if all runs that the run called, and all its agent runs, have ended. */
export async function callsEnded(db: Db, runId: string): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('parent_run_id', '=', runId)
    .where('finished_at', 'is', null)
    .unionAll((given) =>
      given
        .selectFrom('agent_runs')
        .select('id')
        .where('workflow_run_id', '=', runId)
        .where('finished_at', 'is', null),
    )
    .limit(1)
    .executeTakeFirst()
  return row === undefined
}

/** Returns a run's nodes with a decided question. */
export async function findDecidedNodes(db: Db, runId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('approvals')
    .select('node_id')
    .where('run_id', '=', runId)
    .where('outcome', 'is not', null)
    .execute()
  return new Set(rows.map(({ node_id }) => node_id))
}

/**
 * Deletes the snapshot. After this, a crash fails the run. Returns false if another worker owns the
 * run.
 */
export async function consumeSnapshot(
  tx: Transaction,
  runId: string,
  workerId: string,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with going as (
      select id from runs where id = ${runId} and worker_id = ${workerId} and status = 'running' for update),
    gone as (delete from parked_parts where run_id in (select id from going))
    select id from going`.execute(tx)
  return rows.length > 0
}

export const dropSnapshot = async (tx: Transaction, runId: string): Promise<void> =>
  void (await tx.deleteFrom('parked_parts').where('run_id', '=', runId).execute())

export const failWaitingNodes = async (
  tx: Transaction,
  runId: string,
  error: string,
): Promise<void> =>
  void (await tx
    .updateTable('node_runs')
    .set({ status: 'failed', error, finished_at: sql`clock_timestamp()` })
    .where((eb) => eb.and({ run_id: runId, status: 'running' }))
    .execute())

export interface NewSnapshot {
  runId: string
  orgId: string | null
  workerId: string
  parts: readonly string[]
  /** Milliseconds, or null if the run waits without a time. */
  wakeAt: number | null
  awaitsCalls: boolean
}

/**
 * Parks a run with its snapshot. Writes nothing and returns false if another worker owns the run.
 */
export async function saveParked(tx: Transaction, parked: NewSnapshot): Promise<boolean> {
  const { runId, orgId, workerId, parts, wakeAt, awaitsCalls } = parked
  const row = await tx
    .updateTable('runs')
    .set({
      status: 'parked',
      worker_id: null,
      continued: true,
      wake_at: wakeAt === null ? null : new Date(wakeAt),
      awaits_calls: awaitsCalls,
      awake_ms: sql<number>`awake_ms + (extract(epoch from clock_timestamp() - coalesce(claimed_at, started_at)) * 1000)::int`,
    })
    .where((eb) => eb.and({ id: runId, worker_id: workerId, status: 'running' }))
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) return false
  await tx.deleteFrom('parked_parts').where('run_id', '=', runId).execute()
  for (const [part, body] of parts.entries()) {
    await tx
      .insertInto('parked_parts')
      .values({ run_id: runId, part, org_id: orgId, body })
      .execute()
  }
  return true
}

export async function saveKept(
  tx: Transaction,
  { runId, orgId, parts }: { runId: string; orgId: string; parts: readonly string[] },
): Promise<void> {
  await tx.deleteFrom('kept_parts').where('run_id', '=', runId).execute()
  for (const [part, body] of parts.entries()) {
    await tx.insertInto('kept_parts').values({ run_id: runId, part, org_id: orgId, body }).execute()
  }
}

export const countParked = (tx: Transaction, orgId: string, most: number): Promise<number> =>
  countRows(tx, sql`select from runs where org_id = ${orgId} and status = 'parked' limit ${most}`)

/**
 * Counts the called runs below a root run, up to `most`. Takes a lock, so concurrent calls below
 * one root run wait for each other.
 */
export async function countCalled(tx: Transaction, orgId: string, rootId: string, most: number) {
  await tx
    .selectFrom('runs')
    .select('id')
    .where((eb) => eb.and({ id: rootId, org_id: orgId }))
    .forUpdate()
    .execute()
  return countRows(
    tx,
    sql`select from runs where root_run_id = ${rootId} and org_id = ${orgId} limit ${most}`,
  )
}

export async function findOwners(tx: Transaction, orgId: string, workflowIds: readonly string[]) {
  const rows = await tx
    .selectFrom('workflows')
    .select(['id', 'owner_id'])
    .where('org_id', '=', orgId)
    .where(sql<boolean>`id = any(${workflowIds}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.owner_id]))
}
