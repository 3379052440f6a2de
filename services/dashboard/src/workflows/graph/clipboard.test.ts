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

test('copied nodes come back with the edges between them alone', () => {
  const part = readPasted(copied(graph, new Set(['a', 'b'])))
  expect(part?.nodes.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(part?.edges).toEqual([graph.edges[0]])
})

test('a pasted part has ids and names of its own, and its expressions name its own nodes', () => {
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

test('a pasted part whose new names are the names of its other nodes keeps its references apart', () => {
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

test('a pasted part covers nothing: it goes below what is drawn where it is wanted', () => {
  const part = readPasted(copied(graph, new Set(['a', 'b']))) ?? graph
  expect(measurePart(part)).toEqual({ width: 532, height: 64 })
  expect(freeCorner(part, graph, { x: 0, y: 300 })).toEqual({ x: 0, y: 300 })
  expect(freeCorner(part, graph, { x: 2_000, y: 0 })).toEqual({ x: 2_000, y: 0 })
  expect(freeCorner(part, graph, { x: -100, y: 20 })).toEqual({ x: -100, y: 144 })
})

test('a part that is pasted elsewhere keeps its names', () => {
  expect(
    placed(graph, { nodes: [], edges: [] }, { x: 0, y: 0 }).nodes.map(({ name }) => name),
  ).toEqual(['Read', 'Note', 'Sort'])
})

test('a whole workflow is pasted, too', () => {
  expect(readPasted(JSON.stringify({ name: 'W', graph }))?.nodes).toHaveLength(3)
})

test.each([
  '',
  'hello',
  '{"nodes": 1}',
  '{"nodes":[]}',
  '[1,"nodes"]',
  '{"nodes":[{"id":"a"}],"edges":[]}',
])('%j is no part of a graph', (text) => {
  expect(readPasted(text)).toBeUndefined()
})

test('notes are copied, too, and get ids of their own', () => {
  const noted: WorkflowGraph = {
    ...graph,
    notes: [{ id: 'n', text: 'Why', position: { x: 100, y: 0 } }],
  }
  const part = readPasted(copied(noted, new Set(['a', 'n']))) ?? graph
  const [note] = placed(part, noted, { x: 10, y: 10 }).notes ?? []
  expect(note).toMatchObject({ text: 'Why', position: { x: 10, y: 10 } })
  expect(note?.id).not.toBe('n')
})
