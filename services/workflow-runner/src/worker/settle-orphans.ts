import { inTransaction } from '@atrium/database'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import { type Ended, emitFinished } from '../runs/emit-finished.ts'
import { runExpirySeconds } from '../triggers/fire-due-schedules.ts'
import { leaseSeconds } from './worker-lease.ts'

const batch = 500
const died = 'The worker that ran this stopped answering; the run is not started again'
const restarted = 'The server restarted while this run was going'
const mislaid = 'The worker lost this run before it could finish'

const holderIsDead = sql<boolean>`not exists (select 1 from workers w
  where w.id = r.worker_id and w.seen_at > now() - make_interval(secs => ${leaseSeconds}))`

/** Fails the runs whose worker is dead, and forgets such workers. Returns how many runs. */
export async function failRunsOfDeadWorkers(db: Db): Promise<number> {
  const count = await failRuns(db, holderIsDead, died)
  await sql`delete from workers where seen_at < now() - interval '10 minutes'`.execute(db)
  return count
}

/** At boot: fails what has been running for longer than the queue's expiry and is in nobody's hands. */
export const failRunsOfLastLife = (db: Db): Promise<number> =>
  failRuns(
    db,
    sql<boolean>`${holderIsDead} and r.started_at < now() - make_interval(secs => ${runExpirySeconds})`,
    restarted,
  )

/** Fails runs that this worker holds on paper only: its claim committed and the answer never came. */
export const failMislaidRuns = (db: Db, runIds: readonly string[]): Promise<number> =>
  runIds.length === 0
    ? Promise.resolve(0)
    : failRuns(db, sql<boolean>`r.id = any(${runIds}::text[])`, mislaid)

async function failRuns(db: Db, which: RawBuilder<boolean>, reason: string): Promise<number> {
  for (let total = 0; ; ) {
    const count = await inTransaction(db, undefined, (tx) => failBatch(tx, which, reason))
    total += count
    if (count < batch) return total
  }
}

async function failBatch(tx: Transaction, which: RawBuilder<boolean>, reason: string): Promise<number> {
  const { rows } =
    await sql<Ended>`update runs set status = 'failed', error = ${reason}, finished_at = clock_timestamp()
    where status = 'running' and id = any(array(
      select r.id from runs r where r.status = 'running' and ${which} limit ${batch} for update skip locked))
    returning id, org_id, workflow_id, trigger`.execute(tx)
  if (rows.length === 0) return 0
  await tx
    .updateTable('node_runs')
    .set({ status: 'failed', error: reason, finished_at: sql`clock_timestamp()` })
    .where(
      'run_id',
      'in',
      rows.map((row) => row.id),
    )
    .where('status', '=', 'running')
    .execute()
  await emitFinished(tx, rows, 'failed', reason)
  return rows.length
}
