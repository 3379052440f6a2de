import { executePrepared } from '@atrium/database'
import { sql } from 'kysely'
import { inBatches } from '../batches.ts'
import type { Db } from '../database.ts'

const batch = 500

/**
 * Queues parked runs if they are due, if their called runs and agent runs have ended, or if one of
 * their questions was decided. Returns their number.
 */
export function wakeRuns(db: Db): Promise<number> {
  const some = sql<{ id: string }>`
      with due as (
        (select id from runs where status = 'parked' and wake_at <= now() order by wake_at limit ${batch})
        union
        (select p.id from runs p where p.status = 'parked' and p.awaits_calls and not exists (
          select from runs c where c.parent_run_id = p.id and c.finished_at is null)
          and not exists (
          select from agent_runs a where a.workflow_run_id = p.id and a.finished_at is null) limit ${batch})
        union
        (select p.id from approvals a join runs p on p.id = a.run_id
          where a.outcome is not null and not a.woken and p.status = 'parked' limit ${batch})),
      picked as (
        select id from runs where id = any(array(select id from due)) and status = 'parked' for update skip locked),
      heard as (
        update approvals set woken = true
        where run_id = any(array(select id from picked)) and outcome is not null and not woken)
      update runs set status = 'queued' where id = any(array(select id from picked)) returning id`
  return inBatches(batch, async () => (await executePrepared(db, some)).length)
}

/** Returns the milliseconds until the next parked run is due, or undefined if none has a time. */
export async function findNextWake(db: Db): Promise<number | undefined> {
  const seconds = sql<number | null>`extract(epoch from min(wake_at) - now())::float8`
  const { dueIn } = await db
    .selectFrom('runs')
    .select(seconds.as('dueIn'))
    .where('status', '=', 'parked')
    .executeTakeFirstOrThrow()
  return dueIn === null ? undefined : Math.ceil(dueIn * 1_000)
}
