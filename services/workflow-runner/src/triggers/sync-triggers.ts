import { type WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { inTransaction } from '@atrium/database'
import type { Db, Transaction, WorkflowRow } from '../database.ts'
import type { Deps } from '../deps.ts'
import { cronProblem, nextFiring, type Pace } from '../engine/index.ts'
import { EventParams } from '../nodes/triggers/trigger-event.ts'
import { ScheduleParams } from '../nodes/triggers/trigger-schedule.ts'
import {
  activeWorkflows,
  deleteSchedules,
  deleteStraySchedules,
  lockAnyWorkflow,
  replaceEventBindings,
  selectEventBindings,
  selectSchedules,
  upsertSchedule,
} from './triggers.db.ts'

/**
 * Removes all triggers if the workflow is inactive. A schedule keeps its next firing if its cron
 * expression and time zone are unchanged.
 */
export async function syncTriggers(
  tx: Transaction,
  workflow: WorkflowRow,
  { now, turns }: Pick<Deps, 'now' | 'turns'>,
): Promise<void> {
  const pace = turns(workflow.org_id ?? '')
  const { schedules, events } =
    workflow.active && workflow.org_id !== null
      ? await triggerBindings(workflow.graph, pace)
      : { schedules: [], events: [] }
  await syncSchedules(tx, { workflowId: workflow.id, wanted: schedules, now: now(), pace })
  await replaceEventBindings(tx, workflow, events)
}

async function syncSchedules(
  tx: Transaction,
  {
    workflowId,
    wanted,
    now,
    pace,
  }: { workflowId: string; wanted: TriggerBindings['schedules']; now: Date; pace: Pace },
): Promise<void> {
  const schedulesByKey = new Map(
    (await selectSchedules(tx, [workflowId])).map((row) => [row.key, row]),
  )
  const keyed = wanted.map((each) => ({ ...each, key: scheduleKey(workflowId, each.nodeId) }))
  const keys = new Set(keyed.map(({ key }) => key))
  await deleteSchedules(
    tx,
    [...schedulesByKey.keys()].filter((key) => !keys.has(key)),
  )
  for (const { key, nodeId, cron, tz } of keyed) {
    const row = schedulesByKey.get(key)
    if (row !== undefined && row.cron === cron && row.tz === tz) continue
    if (pace.due()) await pace.yield()
    if (cronProblem(cron, tz) !== undefined) continue
    const next = nextFiring(cron, tz, now.getTime())
    if (next === null) continue
    await upsertSchedule(tx, {
      key,
      workflow_id: workflowId,
      node_id: nodeId,
      cron,
      tz,
      next_at: next,
    })
  }
}

const batch = 500

/**
 * Repairs triggers if they differ from their graph, and deletes `wf.` schedules without a graph.
 * Runs at boot.
 */
export async function reconcileTriggers({
  db,
  ...deps
}: Pick<Deps, 'db' | 'now' | 'turns'>): Promise<void> {
  await deleteStraySchedules(db)
  for (let after = ''; ; ) {
    const rows = await activeWorkflows(db, after, batch)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
    for (const id of await differing(db, rows, deps.turns(''))) {
      await inTransaction(db, undefined, async (tx) => {
        const row = await lockAnyWorkflow(tx, id)
        if (row !== undefined) await syncTriggers(tx, row, deps)
      })
    }
  }
}

// Two queries for the whole batch, because usually few workflows differ.
async function differing(db: Db, rows: readonly WorkflowRow[], pace: Pace): Promise<string[]> {
  const ids = rows.map((row) => row.id)
  const actual = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const { workflow_id, key, cron, tz } of await selectSchedules(db, ids)) {
    actual.get(workflow_id)?.push([key, cron, tz].join('\n'))
  }
  for (const { workflow_id, node_id, event_type } of await selectEventBindings(db, ids)) {
    actual.get(workflow_id)?.push([node_id, event_type].join('\n'))
  }
  const differing: string[] = []
  for (const { id, graph } of rows) {
    const wanted = await triggerBindings(graph, pace)
    const lines = [
      ...wanted.schedules.map(({ nodeId, cron, tz }) =>
        [scheduleKey(id, nodeId), cron, tz].join('\n'),
      ),
      ...wanted.events.map(({ nodeId, eventType }) => [nodeId, eventType].join('\n')),
    ]
    const same = lines.toSorted().join('\n\n') === (actual.get(id) ?? []).toSorted().join('\n\n')
    if (!same) differing.push(id)
  }
  return differing
}

interface TriggerBindings {
  schedules: { nodeId: string; cron: string; tz: string }[]
  events: { nodeId: string; eventType: string }[]
}

/**
 * Returns the bindings of a graph's trigger nodes. Skips a trigger if its parameters are invalid.
 */
async function triggerBindings(graph: WorkflowGraph, pace: Pace): Promise<TriggerBindings> {
  const bindings: TriggerBindings = { schedules: [], events: [] }
  const seen = new Set<string>()
  // A row may hold anything, and an invalid graph must not stop the boot.
  const { nodes }: Partial<WorkflowGraph> = graph
  for (const node of nodes ?? []) {
    if (pace.due()) await pace.yield()
    const { data } = WorkflowNode.safeParse(node)
    if (data === undefined || seen.has(data.id)) continue
    const { id, type, params } = data
    seen.add(id)
    if (type === 'trigger.schedule') {
      const parsed = ScheduleParams.safeParse(params)
      if (parsed.success) bindings.schedules.push({ nodeId: id, ...parsed.data })
    }
    if (type === 'trigger.event') {
      const parsed = EventParams.safeParse(params)
      if (parsed.success) bindings.events.push({ nodeId: id, eventType: parsed.data.eventType })
    }
  }
  return bindings
}

/** docs/reference/workflows.md, "Triggers". */
const scheduleKey = (workflowId: string, nodeId: string): string => `wf.${workflowId}.${nodeId}`
