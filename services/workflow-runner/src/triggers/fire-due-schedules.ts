import { inTransaction, json } from '@atrium/database'
import { sql } from 'kysely'
import type { Db, Transaction } from '../database.ts'
import { nextFiring } from '../engine/index.ts'
import { type NewRun, queueRuns } from '../runs/queue-runs.ts'

const batch = 500
/** A run older than this no longer counts as running: the queue's expiry. */
export const runExpirySeconds = 900

interface Due {
  key: string
  workflow_id: string
  node_id: string
  cron: string
  tz: string
  next_at: Date
  org_id: string | null
  owner_id: string
  now: Date
}

/**
 * Fires every schedule that is due. Each row is taken and moved on in the transaction that queues its run, so
 * any number of replicas fire a tick once. A tick missed in downtime fires once; the next one is computed from
 * now. Returns how many were due.
 */
export async function fireDueSchedules(db: Db, signal: AbortSignal): Promise<number> {
  let total = 0
  while (!signal.aborted) {
    const count = await inTransaction(db, undefined, fireBatch)
    total += count
    if (count < batch) break
  }
  return total
}

async function fireBatch(tx: Transaction): Promise<number> {
  const { rows } = await sql<Due>`
    select s.key, s.workflow_id, s.node_id, s.cron, s.tz, s.next_at, w.org_id, w.owner_id, now() as now
    from schedules s join workflows w on w.id = s.workflow_id
    where s.next_at <= now() order by s.next_at, s.key limit ${batch}
    for update of s skip locked`.execute(tx)
  if (rows.length === 0) return 0
  const busy = await stillRunning(tx, rows)
  const runs = rows.flatMap((row): NewRun[] =>
    busy.has(row.workflow_id)
      ? []
      : [
          {
            workflowId: row.workflow_id,
            orgId: row.org_id,
            ownerId: row.owner_id,
            queue: 'workflow-run',
            priority: 1,
            trigger: 'schedule',
            seeds: {
              nodes: [row.node_id],
              item: { json: { firedAt: row.now.toISOString(), scheduledAt: row.next_at.toISOString() } },
            },
          },
        ],
  )
  await queueRuns(tx, runs)
  await moveOn(tx, rows)
  return rows.length
}

async function stillRunning(tx: Transaction, due: readonly Due[]): Promise<Set<string>> {
  const ids = [...new Set(due.map((row) => row.workflow_id))]
  const { rows } = await sql<{ workflow_id: string }>`
    select distinct workflow_id from runs
    where status = 'running' and started_at > now() - make_interval(secs => ${runExpirySeconds})
      and workflow_id = any(${ids}::text[])`.execute(tx)
  return new Set(rows.map((row) => row.workflow_id))
}

// A cron expression that never fires again leaves the table.
async function moveOn(tx: Transaction, due: readonly Due[]): Promise<void> {
  const next = due.map((row) => ({ key: row.key, next: safeNext(row)?.toISOString() ?? null }))
  await sql`update schedules s set next_at = n.next, last_fired_at = now()
    from jsonb_to_recordset(${json(next)}) as n(key text, next timestamptz)
    where s.key = n.key and n.next is not null`.execute(tx)
  const ended = next.flatMap(({ key, next: at }) => (at === null ? [key] : []))
  if (ended.length > 0) await tx.deleteFrom('schedules').where('key', 'in', ended).execute()
}

// A poisoned row must not stop the others.
function safeNext({ cron, tz, now }: Due): Date | null {
  try {
    return nextFiring(cron, tz, now.getTime())
  } catch {
    return null
  }
}
