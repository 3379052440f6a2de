import { inTransaction } from '@atrium/database'
import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { WorkflowRow } from '../workflows/workflow-view.ts'
import { syncTriggers } from './sync-triggers.ts'
import { scheduleKey, triggerBindings } from './trigger-bindings.ts'

const batch = 500

/**
 * At boot: compares the triggers of every active workflow with its graph and derives again what differs, and
 * removes the schedules under `wf.` that belong to none. Other schedules are left alone.
 */
export async function reconcileTriggers(db: Db): Promise<void> {
  await sql`delete from schedules s where s.key like 'wf.%' and not exists (
    select 1 from workflows w where w.id = s.workflow_id and w.active)`.execute(db)
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('workflows')
      .selectAll()
      .where('active', '=', true)
      .where('org_id', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute()
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
    for (const id of await differing(db, rows)) await syncAgain(db, id)
  }
}

// Two questions for hundreds of workflows; hardly ever does one differ.
async function differing(db: Db, rows: readonly WorkflowRow[]): Promise<string[]> {
  const ids = rows.map((row) => row.id)
  const schedules = await db
    .selectFrom('schedules')
    .select(['workflow_id', 'key', 'cron', 'tz'])
    .where('workflow_id', 'in', ids)
    .where('key', 'like', 'wf.%')
    .execute()
  const events = await db
    .selectFrom('event_bindings')
    .select(['workflow_id', 'node_id', 'event_type'])
    .where('workflow_id', 'in', ids)
    .execute()
  const actual = new Map<string, string[]>()
  const note = (id: string, line: string): void => {
    actual.set(id, [...(actual.get(id) ?? []), line])
  }
  for (const row of schedules) note(row.workflow_id, [row.key, row.cron, row.tz].join('\n'))
  for (const row of events) note(row.workflow_id, [row.node_id, row.event_type].join('\n'))
  return rows.flatMap((row) => {
    const wanted = triggerBindings(row.graph)
    const lines = [
      ...wanted.schedules.map(({ nodeId, cron, tz }) => [scheduleKey(row.id, nodeId), cron, tz].join('\n')),
      ...wanted.events.map(({ nodeId, eventType }) => [nodeId, eventType].join('\n')),
    ]
    const same = lines.toSorted().join('\n\n') === (actual.get(row.id) ?? []).toSorted().join('\n\n')
    return same ? [] : [row.id]
  })
}

const syncAgain = (db: Db, id: string): Promise<void> =>
  inTransaction(db, undefined, async (tx) => {
    const row = await tx
      .selectFrom('workflows')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (row !== undefined) await syncTriggers(tx, row)
  })
