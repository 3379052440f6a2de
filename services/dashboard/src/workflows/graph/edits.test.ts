import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { expect, test } from 'vitest'
import {
  addNodes,
  addNote,
  closesCircle,
  connect,
  dropLostOutputs,
  insertOnEdge,
  move,
  remove,
  removeAndJoin,
  rename,
  renameOutput,
  setParam,
  writeNote,
} from './edits.ts'
import { edgeId, emptyGraph } from './graph.ts'

const node = (id: string, params: Record<string, unknown> = {}): WorkflowNode => ({
  id,
  type: 'x',
  name: id.toUpperCase(),
  params,
  position: { x: 0, y: 0 },
})
const edge = (from: string, to: string, output = 'main'): WorkflowEdge => ({
  from: { node: from, output },
  to: { node: to, input: 'main' },
})
const chain: WorkflowGraph = {
  nodes: [node('a'), node('b'), node('c')],
  edges: [edge('a', 'b'), edge('b', 'c')],
}

test('draws an edge once, and never if it closes a cycle', () => {
  expect(connect(edge('a', 'c'))(chain).edges).toHaveLength(3)
  expect(connect(edge('a', 'b'))(chain)).toBe(chain)
  expect(connect(edge('c', 'a'))(chain)).toBe(chain)
  expect(connect(edge('a', 'a'))(chain)).toBe(chain)
  expect(closesCircle(chain, 'a', 'c')).toBe(false)
})

test("connects a node that is put on an edge to the edge's source and target", () => {
  const split = insertOnEdge(node('d'), edgeId(edge('a', 'b')), 'true')(chain)
  expect(split.edges).toEqual([edge('a', 'd'), edge('d', 'b', 'true'), edge('b', 'c')])
  const known = insertOnEdge(
    node('d'),
    edgeId(edge('a', 'b')),
    'main',
  )(addNodes([node('d')])(chain))
  expect(known.nodes).toHaveLength(4)
  const gone = insertOnEdge(node('d'), 'gone', 'main')(chain)
  expect(gone.edges).toEqual(chain.edges)
  expect(gone.nodes).toHaveLength(4)
})

test('removes nodes with their edges, and closes the gap if the node was in a chain', () => {
  expect(remove(new Set(['b']))(chain)).toEqual({ nodes: [node('a'), node('c')], edges: [] })
  expect(remove(new Set(), new Set([edgeId(edge('a', 'b'))]))(chain).edges).toEqual([
    edge('b', 'c'),
  ])
  expect(removeAndJoin('b')(chain)).toEqual({
    nodes: [node('a'), node('c')],
    edges: [edge('a', 'c')],
  })
  expect(remove(new Set(['gone']))(chain)).toBe(chain)
  const forked = connect(edge('b', 'd', 'false'))(addNodes([node('d')])(chain))
  expect(removeAndJoin('b')(forked).edges).toEqual([])
})

test('changes nothing if a node moves to its own position', () => {
  const place = (x: number) => new Map([['a', { x, y: 0.4 }]])
  expect(move(place(0))(chain)).toBe(chain)
  expect(move(place(12.6))(chain).nodes[0]?.position).toEqual({ x: 13, y: 0 })
})

test('sets a parameter, and removes it if the value is undefined', () => {
  const set = setParam('a', 'limit', 5)(chain)
  expect(set.nodes[0]?.params).toEqual({ limit: 5 })
  expect(setParam('a', 'limit', 5)(set)).toBe(set)
  expect(setParam('a', 'limit', undefined)(set).nodes[0]?.params).toEqual({})
  expect(setParam('gone', 'limit', 5)(set)).toBe(set)
})

test('updates all expressions when a node is renamed', () => {
  const graph: WorkflowGraph = {
    ...chain,
    nodes: [
      node('a'),
      node('b', {
        text: "{{ $node['A'].json.title }} and {{$node[\"A\"].json['x'][0]}} but {{ $node['AB'].json.b }} A",
        deep: [{ value: "{{ $node['A'].json }}" }],
      }),
    ],
  }
  const renamed = rename('a', "Client's card")(graph)
  expect(renamed.nodes[0]?.name).toBe("Client's card")
  expect(renamed.nodes[1]?.params).toEqual({
    text: "{{ $node['Client\\'s card'].json.title }} and {{$node['Client\\'s card'].json['x'][0]}} but {{ $node['AB'].json.b }} A",
    deep: [{ value: "{{ $node['Client\\'s card'].json }}" }],
  })
  expect(rename('a', 'A')(graph)).toBe(graph)
  expect(rename('a', 'Z')(chain).nodes[1]).toBe(chain.nodes[1])
})

test('updates edges when an output is renamed, and removes them when it is removed', () => {
  const forked: WorkflowGraph = {
    nodes: chain.nodes,
    edges: [edge('a', 'b', 'big'), edge('a', 'c', 'else')],
  }
  expect(renameOutput('a', 'big', 'large')(forked).edges[0]?.from.output).toBe('large')
  expect(dropLostOutputs('a', ['else'])(forked).edges).toEqual([edge('a', 'c', 'else')])
  expect(dropLostOutputs('a', ['big', 'else'])(forked)).toBe(forked)
})

test('returns the same graph if there are no nodes to add', () => {
  expect(addNodes([])(emptyGraph)).toBe(emptyGraph)
})

test('writes, moves and removes notes like nodes, and keeps no list if a graph has no notes', () => {
  const noted = addNote({ id: 'n1', text: 'Why', position: { x: 0, y: 0 } })(chain)
  expect(writeNote('n1', 'Because')(noted).notes?.[0]?.text).toBe('Because')
  expect(move(new Map([['n1', { x: 5, y: 6 }]]))(noted).notes?.[0]?.position).toEqual({
    x: 5,
    y: 6,
  })
  expect(remove(new Set(['n1']))(noted)).toEqual(chain)
  expect(Object.keys(remove(new Set(['n1']))(noted))).not.toContain('notes')
})
