import type { WorkflowTemplate } from '@atrium/contracts'
import type { Step } from '../nodes/linear-graph.ts'

/** A template before its group is known. It names no skill: skills belong to an org. */
export type Template = Omit<WorkflowTemplate, 'group'>

export const step = (id: string, type: string, name: string, params: Step['params'] = {}): Step => ({
  ...{ id, type, name, params },
})
export const onEvent = (id: string, name: string, eventType: string): Step =>
  step(id, 'trigger.event', name, { eventType })
export const onSchedule = (id: string, name: string, cron: string): Step =>
  step(id, 'trigger.schedule', name, { cron, tz: 'UTC' })
