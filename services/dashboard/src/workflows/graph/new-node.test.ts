import type { NodeDescriptor, WorkflowGraph } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { edgeId, emptyGraph, nodeSize } from './graph.ts'
import { drawNode, freePlace } from './new-node.ts'

const descriptor = (
  type: string,
  category: NodeDescriptor['category'],
  outputs = ['main'],
): NodeDescriptor => ({
  type,
  label: type,
  description: '',
  category,
  mode: 'deterministic',
  outputs,
  inputs: {},
  emits: [],
  keywords: [],
  skillable: false,
})
const [start, branch, act] = [
  descriptor('Start', 'trigger'),
  descriptor('If', 'decide', ['true', 'false']),
  descriptor('Act', 'act'),
]
const palette = new Map([start, branch, act].map((each) => [each.type, each]))

test('connects nodes from left to right, one output after the other', () => {
  const first = drawNode(emptyGraph, start, { at: { x: 0, y: 0 } }, palette)
  let graph = first.edit(emptyGraph)
  const second = drawNode(graph, branch, { behind: first.node.id }, palette)
  graph = second.edit(graph)
  for (let at = 0; at < 2; at += 1)
    graph = drawNode(graph, act, { behind: second.node.id }, palette).edit(graph)
  expect(graph.nodes.map(({ name }) => name)).toEqual(['Start', 'If', 'Act', 'Act 2'])
  expect(graph.edges.map(({ from }) => from.output)).toEqual(['main', 'true', 'false'])
  expect(graph.nodes[1]?.position.x).toBeGreaterThan(nodeSize.width)
  expect(graph.nodes[3]?.position.y).toBeGreaterThan(graph.nodes[2]?.position.y ?? 0)
})

test('draws no edge if a trigger is put behind a node', () => {
  const first = drawNode(emptyGraph, start, { at: { x: 0, y: 0 } }, palette)
  const graph = first.edit(emptyGraph)
  expect(drawNode(graph, start, { behind: first.node.id }, palette).edit(graph).edges).toEqual([])
})

test('moves the following nodes if an edge has no room for a new node', () => {
  const graph: WorkflowGraph = {
    nodes: [
      { id: 'a', type: 'Start', name: 'a', params: {}, position: { x: 0, y: 0 } },
      { id: 'b', type: 'Act', name: 'b', params: {}, position: { x: 330, y: 0 } },
      { id: 'c', type: 'Act', name: 'c', params: {}, position: { x: 660, y: 0 } },
    ],
    edges: [
      { from: { node: 'a', output: 'main' }, to: { node: 'b', input: 'main' } },
      { from: { node: 'b', output: 'main' }, to: { node: 'c', input: 'main' } },
    ],
  }
  const [edge] = graph.edges
  const { node, edit } = drawNode(
    graph,
    act,
    { edge: edge === undefined ? '' : edgeId(edge) },
    palette,
  )
  const drawn = edit(graph)
  const xs = new Map(drawn.nodes.map(({ id, position }) => [id, position.x]))
  const at = xs.get(node.id) ?? 0
  expect(at).toBeGreaterThan(nodeSize.width)
  expect(xs.get('b')).toBeGreaterThan(at + nodeSize.width)
  expect((xs.get('c') ?? 0) - (xs.get('b') ?? 0)).toBe(330)
  expect(drawn.edges).toHaveLength(3)
})

test('uses the position below if the wanted one is taken', () => {
  const graph = drawNode(emptyGraph, start, { at: { x: 10, y: 10 } }, palette).edit(emptyGraph)
  expect(freePlace(graph, { x: 10, y: 10 }).y).toBeGreaterThan(10 + nodeSize.height)
  expect(freePlace(graph, { x: 600, y: 10 })).toEqual({ x: 600, y: 10 })
})
