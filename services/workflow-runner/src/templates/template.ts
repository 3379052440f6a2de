import type { WorkflowTemplate } from '@atrium/contracts'
import { linearGraph, type Step } from '../nodes/linear-graph.ts'

/** The steps of a template, one after the other. It names no skill: skills belong to an org. */
interface Template extends Pick<WorkflowTemplate, 'name' | 'description'> {
  steps: readonly Step[]
}

/** Templates of one group by their ids. */
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

/** Lets the items pass whose `left` is `right`. */
export const onlyIf = (id: string, name: string, left: string, right: string): Step => ({
  ...step(id, 'if', name, { combinator: 'and', conditions: [{ left, operator: 'is', right }] }),
  output: 'true',
})
