import { json } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Transaction, WorkflowRow } from '../database.ts'
import { runExpirySeconds } from '../engine/index.ts'

/** Returns the milliseconds until the next firing, or undefined if there is no schedule. */
export async function findNextFiring(db: Db): Promise<number | undefined> {
  const seconds = sql<number | null>`extract(epoch from min(next_at) - now())::float8`
  const { dueIn } = await db
    .selectFrom('schedules')
    .select(seconds.as('dueIn'))
    .executeTakeFirstOrThrow()
  return dueIn === null ? undefined : Math.ceil(dueIn * 1_000)
}

/** Locks due schedules, longest overdue first. Skips a schedule if another transaction holds it. */
export const claimDueSchedules = (tx: Transaction, limit: number) =>
  tx
    .selectFrom('schedules as s')
    .innerJoin('workflows as w', 'w.id', 's.workflow_id')
    .select(['s.key', 's.node_id as nodeId', 's.cron', 's.tz', 's.next_at as nextAt'])
    .select(['w.id as workflowId', 'w.org_id as orgId', 'w.owner_id as ownerId'])
    .select(sql<Date>`now()`.as('now'))
    .where('s.next_at', '<=', sql<Date>`now()`)
    .orderBy('s.next_at')
    .orderBy('s.key')
    .limit(limit)
    .forUpdate('s')
    .skipLocked()
    .execute()

export type DueSchedule = Awaited<ReturnType<typeof claimDueSchedules>>[number]

/**
 * Returns the workflows with a run under way. A parked run always counts. Any other run counts
 * until the queue's expiry.
 */
export async function runningWorkflows(
  tx: Transaction,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('runs')
    .select('workflow_id')
    .distinct()
    .where(
      sql<boolean>`(status = 'parked' or (status = 'queued' and continued) or (status = 'running'
        and coalesce(claimed_at, started_at) > now() - make_interval(secs => ${runExpirySeconds})))`,
    )
    .where(sql<boolean>`workflow_id = any(${ids}::text[])`)
    .execute()
  return new Set(rows.map((row) => row.workflow_id))
}

/** Sets the next firing of fired schedules. Deletes a schedule if it has no next firing. */
export async function advanceSchedules(
  tx: Transaction,
  fired: readonly { key: string; next: Date | null }[],
): Promise<void> {
  await sql`update schedules s set next_at = n.next, last_fired_at = now()
    from jsonb_to_recordset(${json(fired)}) as n(key text, next timestamptz)
    where s.key = n.key and n.next is not null`.execute(tx)
  await deleteSchedules(
    tx,
    fired.flatMap(({ key, next }) => (next === null ? [key] : [])),
  )
}

export async function deleteSchedules(tx: Transaction, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.deleteFrom('schedules').where('key', 'in', keys).execute()
}

export const selectSchedules = (db: Db | Transaction, workflowIds: readonly string[]) =>
  db
    .selectFrom('schedules')
    .select(['workflow_id', 'key', 'cron', 'tz'])
    .where('workflow_id', 'in', workflowIds)
    .where('key', 'like', 'wf.%')
    .execute()

/**
 * Creates a schedule, or changes its expression, time zone and next time. When it last fired stays.
 */
export async function upsertSchedule(
  tx: Transaction,
  schedule: {
    key: string
    workflow_id: string
    node_id: string
    cron: string
    tz: string
    next_at: Date
  },
): Promise<void> {
  const { cron, tz, next_at } = schedule
  await tx
    .insertInto('schedules')
    .values({ ...schedule, last_fired_at: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ cron, tz, next_at }))
    .execute()
}

export const deleteStraySchedules = async (db: Db): Promise<void> =>
  void (await sql`delete from schedules s where s.key like 'wf.%' and not exists (
    select 1 from workflows w where w.id = s.workflow_id and w.active)`.execute(db))

export const selectEventBindings = (db: Db, workflowIds: readonly string[]) =>
  db
    .selectFrom('event_bindings')
    .select(['workflow_id', 'node_id', 'event_type'])
    .where('workflow_id', 'in', workflowIds)
    .execute()

export async function replaceEventBindings(
  tx: Transaction,
  { id, org_id }: Pick<WorkflowRow, 'id' | 'org_id'>,
  events: readonly { nodeId: string; eventType: string }[],
): Promise<void> {
  await tx.deleteFrom('event_bindings').where('workflow_id', '=', id).execute()
  if (events.length === 0 || org_id === null) return
  const rows = events.map(({ nodeId, eventType }) => ({
    event_type: eventType,
    org_id,
    workflow_id: id,
    node_id: nodeId,
  }))
  await tx.insertInto('event_bindings').values(rows).execute()
}

/** Returns the organisation's active workflows bound to an event, with their trigger nodes. */
export const boundWorkflows = (tx: Transaction, orgId: string, eventType: string) =>
  tx
    .selectFrom('event_bindings as b')
    .innerJoin('workflows as w', 'w.id', 'b.workflow_id')
    .select(['w.id as workflowId', 'w.owner_id as ownerId'])
    .select(sql<string[]>`array_agg(b.node_id order by b.node_id)`.as('nodes'))
    .where('b.event_type', '=', eventType)
    .where('b.org_id', '=', orgId)
    .where('w.org_id', '=', orgId)
    .where('w.active', '=', true)
    .groupBy('w.id')
    .execute()

export const activeWorkflows = (db: Db, after: string, limit: number): Promise<WorkflowRow[]> =>
  db
    .selectFrom('workflows')
    .selectAll()
    .where('active', '=', true)
    .where('org_id', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export const lockAnyWorkflow = (tx: Transaction, id: string): Promise<WorkflowRow | undefined> =>
  tx.selectFrom('workflows').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
