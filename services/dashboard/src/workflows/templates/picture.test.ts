import type { WorkflowGraph } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { nodeSize } from '../graph/graph.ts'
import { drawPicture } from './picture.ts'

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

test('draws every node and every complete edge within the bounds', () => {
  const places = new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 300, y: 50 }],
  ])
  const { viewBox, boxes, lines } = drawPicture(graph, places, new Map())
  expect(boxes).toHaveLength(2)
  expect(lines).toHaveLength(1)
  const [left = 0, top = 0, width = 0, height = 0] = viewBox.split(' ').map(Number)
  for (const { x, y } of boxes) {
    expect(x).toBeGreaterThanOrEqual(left)
    expect(x + nodeSize.width).toBeLessThanOrEqual(left + width)
    expect(y).toBeGreaterThanOrEqual(top)
    expect(y + nodeSize.height).toBeLessThanOrEqual(top + height)
  }
})

test('returns an empty picture if the graph is empty', () => {
  expect(drawPicture({ nodes: [], edges: [] }, new Map(), new Map()).boxes).toEqual([])
})

test('draws the boxes of a small graph no larger than those of a graph with four columns', () => {
  const toWidth = (count: number) => {
    const nodes = graph.nodes
      .slice(0, 1)
      .flatMap((node) => Array.from({ length: count }, (_, n) => ({ ...node, id: String(n) })))
    const places = new Map(nodes.map(({ id }, n) => [id, { x: n * 300, y: 0 }]))
    return Number(drawPicture({ nodes, edges: [] }, places, new Map()).viewBox.split(' ')[2])
  }
  expect(toWidth(2)).toBe(toWidth(4))
  expect(toWidth(6)).toBeGreaterThan(toWidth(4))
})
