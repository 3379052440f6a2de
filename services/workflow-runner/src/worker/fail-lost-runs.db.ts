import { inTransaction } from '@atrium/database'
import { type RawBuilder, sql } from 'kysely'
import { inBatches } from '../batches.ts'
import type { Db, Transaction } from '../database.ts'
import { runExpirySeconds } from '../engine/index.ts'
import { type Ended, emitFinished, emitLost } from '../runs/run-finished.ts'
import { deleteOldWorkers, isOldWorker, leaseSeconds } from './worker-lease.db.ts'

const batch = 500
const died = 'The server that ran this stopped responding. Run the workflow again.'
const restarted = 'The server restarted during this run. Run the workflow again.'
const lost = 'The server lost this run before it ended. Run the workflow again.'

const holderIsDead = sql<boolean>`not exists (select 1 from workers w
  where w.id = r.worker_id and w.seen_at > now() - make_interval(secs => ${leaseSeconds}))`

/** Fails dead workers' runs, and deletes long-dead workers. Returns how many runs failed. */
export async function failRunsOfDeadWorkers(db: Db): Promise<number> {
  const { rows } = await sql<{ hasRuns: boolean; hasOld: boolean }>`
    select exists (select from runs r where r.status = 'running' and ${holderIsDead}) as "hasRuns",
      exists (select from workers where ${isOldWorker}) as "hasOld"`.execute(db)
  const count = rows[0]?.hasRuns === true ? await failRuns(db, holderIsDead, died) : 0
  if (rows[0]?.hasOld === true) await deleteOldWorkers(db)
  return count
}

/** Fails runs of dead workers at boot if they exceed the longest run time. */
export const failExpiredRuns = (db: Db): Promise<number> =>
  failRuns(
    db,
    sql<boolean>`${holderIsDead} and coalesce(r.claimed_at, r.started_at) < now() - make_interval(secs => ${runExpirySeconds})`,
    restarted,
  )

/**
 * Fails runs claimed without this worker's knowledge, because the claim committed but its response
 * was lost.
 */
export const failUnknownRuns = (db: Db, runIds: readonly string[]): Promise<number> =>
  runIds.length === 0
    ? Promise.resolve(0)
    : failRuns(db, sql<boolean>`r.id = any(${runIds}::text[])`, lost)

// If a run still has its snapshot, it has had no effect since it woke. It restarts from the
// snapshot.
const hasSnapshot = sql<boolean>`(r.continued and exists (select from parked_parts p where p.run_id = r.id))`

const queueAgain = (db: Db, which: RawBuilder<boolean>) =>
  sql`update runs set status = 'queued', worker_id = null where status = 'running' and id = any(array(
    select r.id from runs r where r.status = 'running' and ${hasSnapshot} and ${which}
      for update skip locked))`.execute(db)

async function failRuns(db: Db, which: RawBuilder<boolean>, reason: string): Promise<number> {
  await queueAgain(db, which)
  // A run with a snapshot that was locked until now waits for the next round.
  return inBatches(batch, () => inTransaction(db, undefined, (tx) => failBatch(tx, which, reason)))
}

async function failBatch(
  tx: Transaction,
  which: RawBuilder<boolean>,
  reason: string,
): Promise<number> {
  const { rows } =
    await sql<Ended>`update runs set status = 'failed', error = ${reason}, finished_at = clock_timestamp()
    where status = 'running' and id = any(array(
      select r.id from runs r where r.status = 'running' and not ${hasSnapshot} and ${which}
        limit ${batch} for update skip locked))
    returning id, org_id, workflow_id, coalesce(root_trigger, trigger) as trigger`.execute(tx)
  if (rows.length === 0) return 0
  const ids = rows.map((row) => row.id)
  const nodes = await tx
    .updateTable('node_runs')
    .set({ status: 'failed', error: reason, finished_at: sql`clock_timestamp()` })
    .where('run_id', 'in', ids)
    .where('status', '=', 'running')
    .returning(['run_id', 'node_id'])
    .execute()
  await emitLost(tx, rows, nodes)
  await emitFinished(tx, rows, 'failed', reason)
  return rows.length
}
