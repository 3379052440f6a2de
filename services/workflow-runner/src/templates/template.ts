import type { WorkflowTemplate } from '@atrium/contracts'
import { linearGraph, type Step } from '../nodes/linear-graph.ts'

/** A template's steps, in order. They name no skill, because skills belong to an organisation. */
interface Template extends Pick<WorkflowTemplate, 'name' | 'description'> {
  steps: readonly Step[]
}

export type Templates = Readonly<Record<string, Template>>

export const toTemplate = (id: string, { name, description, steps }: Template) => ({
  id,
  name,
  description,
  graph: linearGraph(...steps),
})

export const step = (
  id: string,
  type: string,
  name: string,
  params: Step['params'] = {},
): Step => ({
  id,
  type,
  name,
  params,
})
export const onEvent = (id: string, name: string, eventType: string): Step =>
  step(id, 'trigger.event', name, { eventType })
export const onSchedule = (id: string, name: string, cron: string): Step =>
  step(id, 'trigger.schedule', name, { cron, tz: 'UTC' })

/** Passes only items whose `left` equals `right`. */
export const onlyIf = (id: string, name: string, left: string, right: string): Step => ({
  ...step(id, 'if', name, { combinator: 'and', conditions: [{ left, operator: 'is', right }] }),
  output: 'true',
})
