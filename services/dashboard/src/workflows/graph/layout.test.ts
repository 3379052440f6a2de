import type { WorkflowGraph } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { nodeSize } from './graph.ts'
import { arranged } from './layout.ts'

const buildGraph = (
  ids: readonly string[],
  pairs: readonly (readonly [string, string])[],
): WorkflowGraph => ({
  nodes: ids.map((id) => ({ id, type: 'x', name: id, params: {}, position: { x: 0, y: 0 } })),
  edges: pairs.map(([from, to]) => ({
    from: { node: from, output: 'main' },
    to: { node: to, input: 'main' },
  })),
})

test('each node stands behind those that lead to it, and none covers another', () => {
  const graph = buildGraph(
    ['a', 'b', 'c', 'd', 'alone'],
    [
      ['a', 'b'],
      ['a', 'c'],
      ['b', 'd'],
      ['c', 'd'],
      ['c', 'd'],
    ],
  )
  const places = arranged(graph)
  for (const { from, to } of graph.edges) {
    const [source, target] = [places.get(from.node), places.get(to.node)]
    expect(target?.x).toBeGreaterThan((source?.x ?? 0) + nodeSize.width)
  }
  const all = [...places.values()]
  expect(all).toHaveLength(5)
  for (const [at, one] of all.entries()) {
    for (const other of all.slice(at + 1)) {
      const apart =
        Math.abs(one.x - other.x) >= nodeSize.width || Math.abs(one.y - other.y) >= nodeSize.height
      expect(apart).toBe(true)
    }
  }
})

test('an edge to a node that is gone and a circle do not prevent it', () => {
  const places = arranged(
    buildGraph(
      ['a', 'b'],
      [
        ['a', 'b'],
        ['b', 'a'],
        ['a', 'gone'],
      ],
    ),
  )
  expect(places.size).toBe(2)
})

test('an empty graph has no places', () => {
  expect(arranged(buildGraph([], [])).size).toBe(0)
})

test('a note stays beside the node that it is nearest to', () => {
  const graph = buildGraph(['a', 'b'], [['a', 'b']])
  const nodes = graph.nodes.map((node, at) => ({
    ...node,
    position: { x: at * 2_000, y: at * 900 },
  }))
  const note = { id: 'note', text: 'beside b', position: { x: 2_010, y: 1_000 } }
  const places = arranged({ ...graph, nodes, notes: [note] })
  const near = places.get('b') ?? { x: 0, y: 0 }
  expect(places.get('note')).toEqual({ x: near.x + 10, y: near.y + 100 })
})
