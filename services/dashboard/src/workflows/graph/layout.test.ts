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

test('places each node behind its sources, and no node covers another', () => {
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

test('ignores an edge to a missing node, and a cycle', () => {
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

test('returns no positions if the graph is empty', () => {
  expect(arranged(buildGraph([], [])).size).toBe(0)
})

test('keeps a note next to its nearest node', () => {
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
