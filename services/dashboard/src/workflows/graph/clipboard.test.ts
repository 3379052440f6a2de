import type { WorkflowGraph } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { copied, freeCorner, measurePart, placed, readPasted } from './clipboard.ts'

const graph: WorkflowGraph = {
  nodes: [
    { id: 'a', type: 'read_tasks', name: 'Read', params: {}, position: { x: 100, y: 40 } },
    {
      id: 'b',
      type: 'log_activity',
      name: 'Note',
      params: { text: "{{ $node['Read'].json.title }}" },
      position: { x: 400, y: 40 },
    },
    { id: 'c', type: 'sort', name: 'Sort', params: {}, position: { x: 0, y: 0 } },
  ],
  edges: [
    { from: { node: 'a', output: 'main' }, to: { node: 'b', input: 'main' } },
    { from: { node: 'b', output: 'main' }, to: { node: 'c', input: 'main' } },
  ],
}

test('pastes the copied nodes with the edges between them only', () => {
  const part = readPasted(copied(graph, new Set(['a', 'b'])))
  expect(part?.nodes.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(part?.edges).toEqual([graph.edges[0]])
})

test('gives a pasted part new ids and names, and updates its expressions', () => {
  const part = readPasted(copied(graph, new Set(['a', 'b']))) ?? graph
  const added = placed(part, graph, { x: 20, y: 30 })
  const [read, note] = added.nodes
  expect(added.nodes.map(({ name }) => name)).toEqual(['Read 2', 'Note 2'])
  expect(note?.params).toEqual({ text: "{{ $node['Read 2'].json.title }}" })
  expect(read?.position).toEqual({ x: 20, y: 30 })
  expect(note?.position).toEqual({ x: 320, y: 30 })
  expect(graph.nodes.map(({ id }) => id)).not.toContain(read?.id)
  expect(added.edges).toEqual([
    { from: { node: read?.id, output: 'main' }, to: { node: note?.id, input: 'main' } },
  ])
})

test('keeps references apart if a new name equals the name of another pasted node', () => {
  const [read, note] = graph.nodes
  if (read === undefined || note === undefined) throw new Error('no nodes')
  const second = { ...read, id: 'd', name: 'Read 2' }
  const of = (name: string) => ({
    ...note,
    id: name,
    name: `Of ${name}`,
    params: { text: `{{ $node['${name}'].json.title }}` },
  })
  const part = { nodes: [read, second, of('Read'), of('Read 2')], edges: [] }
  const added = placed(part, { nodes: [read], edges: [] }, { x: 0, y: 0 })
  expect(added.nodes.map(({ name, params }) => [name, params['text']])).toEqual([
    ['Read 2', undefined],
    ['Read 3', undefined],
    ['Of Read', "{{ $node['Read 2'].json.title }}"],
    ['Of Read 2', "{{ $node['Read 3'].json.title }}"],
  ])
})

test('places a pasted part below the drawn nodes if it would cover them', () => {
  const part = readPasted(copied(graph, new Set(['a', 'b']))) ?? graph
  expect(measurePart(part)).toEqual({ width: 532, height: 64 })
  expect(freeCorner(part, graph, { x: 0, y: 300 })).toEqual({ x: 0, y: 300 })
  expect(freeCorner(part, graph, { x: 2_000, y: 0 })).toEqual({ x: 2_000, y: 0 })
  expect(freeCorner(part, graph, { x: -100, y: 20 })).toEqual({ x: -100, y: 144 })
})

test('keeps the names if a part is pasted into a graph without them', () => {
  expect(
    placed(graph, { nodes: [], edges: [] }, { x: 0, y: 0 }).nodes.map(({ name }) => name),
  ).toEqual(['Read', 'Note', 'Sort'])
})

test('pastes a whole workflow', () => {
  expect(readPasted(JSON.stringify({ name: 'W', graph }))?.nodes).toHaveLength(3)
})

test.each([
  '',
  'hello',
  '{"nodes": 1}',
  '{"nodes":[]}',
  '[1,"nodes"]',
  '{"nodes":[{"id":"a"}],"edges":[]}',
])('returns undefined if the pasted text is %j', (text) => {
  expect(readPasted(text)).toBeUndefined()
})

test('copies notes and gives them new ids', () => {
  const noted: WorkflowGraph = {
    ...graph,
    notes: [{ id: 'n', text: 'Why', position: { x: 100, y: 0 } }],
  }
  const part = readPasted(copied(noted, new Set(['a', 'n']))) ?? graph
  const [note] = placed(part, noted, { x: 10, y: 10 }).notes ?? []
  expect(note).toMatchObject({ text: 'Why', position: { x: 10, y: 10 } })
  expect(note?.id).not.toBe('n')
})
