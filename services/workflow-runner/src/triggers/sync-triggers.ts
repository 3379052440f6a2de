import type { Transaction } from '../database.ts'
import { nextFiring } from '../engine/index.ts'
import type { WorkflowRow } from '../workflows/workflow-view.ts'
import { scheduleKey, triggerBindings } from './trigger-bindings.ts'

/**
 * Makes the schedules and event bindings of one workflow what its graph says: none while it is inactive. A
 * schedule whose cron and time zone stayed keeps its next firing.
 */
export async function syncTriggers(tx: Transaction, workflow: WorkflowRow): Promise<void> {
  const { schedules, events } =
    workflow.active && workflow.org_id !== null
      ? triggerBindings(workflow.graph)
      : { schedules: [], events: [] }
  await syncSchedules(tx, workflow.id, schedules)
  await tx.deleteFrom('event_bindings').where('workflow_id', '=', workflow.id).execute()
  const orgId = workflow.org_id
  if (events.length === 0 || orgId === null) return
  await tx
    .insertInto('event_bindings')
    .values(
      events.map(({ nodeId, eventType }) => ({
        event_type: eventType,
        org_id: orgId,
        workflow_id: workflow.id,
        node_id: nodeId,
      })),
    )
    .execute()
}

async function syncSchedules(
  tx: Transaction,
  workflowId: string,
  wanted: readonly { nodeId: string; cron: string; tz: string }[],
): Promise<void> {
  const known = await tx
    .selectFrom('schedules')
    .selectAll()
    .where('workflow_id', '=', workflowId)
    .where('key', 'like', 'wf.%')
    .execute()
  const keys = new Map(wanted.map((each) => [scheduleKey(workflowId, each.nodeId), each]))
  const stale = known.filter((row) => !keys.has(row.key)).map((row) => row.key)
  if (stale.length > 0) await tx.deleteFrom('schedules').where('key', 'in', stale).execute()
  for (const [key, { nodeId, cron, tz }] of keys) {
    const row = known.find((each) => each.key === key)
    if (row !== undefined && row.cron === cron && row.tz === tz) continue
    const next = nextFiring(cron, tz, Date.now())
    if (next === null) continue
    await tx
      .insertInto('schedules')
      .values({ key, workflow_id: workflowId, node_id: nodeId, cron, tz, next_at: next, last_fired_at: null })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ cron, tz, next_at: next }))
      .execute()
  }
}
