import { WorkflowGraph } from '@atrium/contracts'
import { cronProblem } from '../engine/index.ts'
import { EventParams } from '../nodes/trigger-event.ts'
import { ScheduleParams } from '../nodes/trigger-schedule.ts'

export interface TriggerBindings {
  schedules: { nodeId: string; cron: string; tz: string }[]
  events: { nodeId: string; eventType: string }[]
}

/** The bindings of a graph's trigger nodes. An invalid trigger binds to nothing. */
export function triggerBindings(graph: WorkflowGraph): TriggerBindings {
  const bindings: TriggerBindings = { schedules: [], events: [] }
  const seen = new Set<string>()
  // A row may hold anything; an invalid graph must not stop the boot.
  const { data } = WorkflowGraph.safeParse(graph)
  for (const { id, type, params } of data?.nodes ?? []) {
    if (seen.has(id)) continue
    seen.add(id)
    if (type === 'trigger.schedule') {
      const parsed = ScheduleParams.safeParse(params)
      if (!parsed.success || cronProblem(parsed.data.cron, parsed.data.tz) !== undefined) continue
      bindings.schedules.push({ nodeId: id, ...parsed.data })
    }
    if (type === 'trigger.event') {
      const parsed = EventParams.safeParse(params)
      if (parsed.success) bindings.events.push({ nodeId: id, eventType: parsed.data.eventType })
    }
  }
  return bindings
}

/** The key of a node's schedule; docs/reference/workflows.md, "Triggers". */
export const scheduleKey = (workflowId: string, nodeId: string): string => `wf.${workflowId}.${nodeId}`
