import type { WorkflowGraph } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { pictureOf } from './picture.ts'

const graph: WorkflowGraph = {
  nodes: [
    { id: 'a', type: 'x', name: 'a', params: {}, position: { x: 0, y: 0 } },
    { id: 'b', type: 'x', name: 'b', params: {}, position: { x: 0, y: 0 } },
  ],
  edges: [
    { from: { node: 'a', output: 'main' }, to: { node: 'b', input: 'main' } },
    { from: { node: 'a', output: 'main' }, to: { node: 'gone', input: 'main' } },
  ],
}

test('a picture holds every node and every whole edge within its bounds', () => {
  const places = new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 300, y: 50 }],
  ])
  const { viewBox, boxes, lines } = pictureOf(graph, places, new Map())
  expect(boxes).toHaveLength(2)
  expect(lines).toHaveLength(1)
  expect(viewBox).toBe('-24 -24 580 162')
})

test('an empty graph has an empty picture', () => {
  expect(pictureOf({ nodes: [], edges: [] }, new Map(), new Map()).boxes).toEqual([])
})
