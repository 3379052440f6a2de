import type { NodeRun, RunHeader } from '@atrium/contracts'
import { expect, test } from 'vitest'
import {
  changedLayer,
  findWaiting,
  firstFailure,
  isGoing,
  itemsAlong,
  toLayer,
} from './run-layer.ts'

const header: RunHeader = {
  id: 'run_1',
  workflowId: 'wf_1',
  status: 'queued',
  trigger: 'manual',
  error: null,
  createdAt: '2026-05-01T08:00:00.000Z',
  startedAt: null,
  finishedAt: null,
}
const node = (
  nodeId: string,
  status: NodeRun['status'],
  outputs: NodeRun['outputs'] = {},
): NodeRun => ({
  nodeId,
  name: nodeId,
  type: 'x',
  status,
  skipReason: null,
  itemsIn: 0,
  itemsOut: 0,
  outputs,
  message: null,
  error: null,
  fix: null,
  incomplete: false,
  usage: null,
  signalSamples: null,
  sample: null,
  startedAt: null,
  finishedAt: null,
})

test('replaces the header and single nodes when changes arrive', () => {
  let layer = changedLayer(undefined, { event: 'node', data: node('a', 'running') }, header)
  expect(layer.header).toBe(header)
  layer = changedLayer(layer, { event: 'node', data: node('a', 'completed', { main: 3 }) }, header)
  layer = changedLayer(layer, { event: 'run', data: { ...header, status: 'completed' } }, header)
  expect(layer.nodes.size).toBe(1)
  expect(isGoing(layer.header)).toBe(false)
  expect(itemsAlong(layer, 'a', 'main')).toBe(3)
})

test("counts an edge's items once its source has finished, and shows zero if an output has none", () => {
  const layer = toLayer({
    ...header,
    nodes: [node('a', 'completed', { true: 2 }), node('b', 'running')],
  })
  expect(itemsAlong(layer, 'a', 'false')).toBe(0)
  expect(itemsAlong(layer, 'a', 'constructor')).toBe(0)
  expect(itemsAlong(layer, 'b', 'main')).toBeUndefined()
  expect(itemsAlong(layer, 'c', 'main')).toBeUndefined()
})

test('finds the first node that failed or stopped', () => {
  const nodes = [
    node('a', 'completed'),
    node('b', 'skipped'),
    node('c', 'halted'),
    node('d', 'failed'),
  ]
  expect(firstFailure(toLayer({ ...header, nodes }))?.nodeId).toBe('c')
  expect(firstFailure(toLayer({ ...header, nodes: nodes.slice(0, 2) }))).toBeUndefined()
})

test('finds the step that says why it waits', () => {
  const waits = { ...node('b', 'running'), message: 'Waits for a decision' }
  const find = (...nodes: NodeRun[]) => findWaiting(toLayer({ ...header, nodes }))?.nodeId
  expect(find(node('a', 'running'), waits)).toBe('b')
  expect(find(node('a', 'running'), { ...waits, status: 'completed' })).toBeUndefined()
})
