import type { NodeDescriptor, RunView, WorkflowNode } from '@atrium/contracts'
import { expect, test } from 'vitest'
import type { Palette } from '../graph/graph.ts'
import { findLastSample, findSampleTrigger } from './last-sample.ts'

const node = (id: string, type: string): WorkflowNode => ({
  id,
  type,
  name: id,
  params: {},
  position: { x: 0, y: 0 },
})
const palette = new Map(
  ['trigger.event', 'trigger.manual', 'trigger.webhook'].map((type) => [
    type,
    { type, category: 'trigger' } as NodeDescriptor,
  ]),
) satisfies Palette
const [event, hook, manual, step] = [
  node('e', 'trigger.event'),
  node('h', 'trigger.webhook'),
  node('m', 'trigger.manual'),
  node('s', 'limit'),
]

test('asks for a sample only if no trigger starts without one', () => {
  const find = (...nodes: WorkflowNode[]) => findSampleTrigger({ nodes, edges: [] }, palette)
  expect(find(event, step)).toBe(event)
  expect(find(hook)).toBe(hook)
  expect(find(event, manual)).toBeUndefined()
  expect(find(step)).toBeUndefined()
})

test('takes what the trigger received last, otherwise an empty call of a webhook', () => {
  const run = {
    nodes: [{ nodeId: 'e', sample: { items: [{ json: { firedAt: '2026', number: '41' } }] } }],
  } as unknown as RunView
  expect(findLastSample(event, run)).toEqual({ number: '41' })
  expect(findLastSample(hook, run)).toEqual({ method: 'POST', query: {}, body: {} })
  expect(findLastSample(event, null)).toBeUndefined()
})
