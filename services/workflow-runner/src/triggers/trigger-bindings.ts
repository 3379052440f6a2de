import { type WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import type { Pace } from '../engine/index.ts'
import { EventParams } from '../nodes/triggers/trigger-event.ts'
import { ScheduleParams } from '../nodes/triggers/trigger-schedule.ts'

export interface TriggerBindings {
  schedules: { nodeId: string; cron: string; tz: string }[]
  events: { nodeId: string; eventType: string }[]
}

/**
 * Returns the bindings of a graph's trigger nodes. Skips a trigger if its parameters are invalid.
 */
export async function triggerBindings(graph: WorkflowGraph, pace: Pace): Promise<TriggerBindings> {
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
export const scheduleKey = (workflowId: string, nodeId: string): string =>
  `wf.${workflowId}.${nodeId}`
