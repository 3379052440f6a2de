import type { WorkflowNode } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { changedParams, compareEdges, compareGraphs, hasOtherNotes } from './compare-graphs.ts'

const node = (id: string, params: Record<string, unknown> = {}, x = 0): WorkflowNode => ({
  id,
  type: 'limit',
  name: id,
  params,
  position: { x, y: 0 },
})

test('marks added, removed and changed nodes, and ignores a node if it only moved', () => {
  const before = {
    nodes: [node('kept'), node('moved'), node('set', { n: 1 }), node('gone')],
    edges: [],
  }
  const after = {
    nodes: [node('kept'), node('moved', {}, 50), node('set', { n: 2 }), node('new')],
    edges: [],
  }
  expect([...compareGraphs(before, after)]).toEqual([
    ['set', 'changed'],
    ['new', 'added'],
    ['gone', 'removed'],
  ])
  expect(compareGraphs(after, after).size).toBe(0)
})

test('ignores the order of members', () => {
  const graphs = [
    { a: 1, b: { c: 2, d: 3 } },
    { b: { d: 3, c: 2 }, a: 1 },
  ].map((params) => ({
    nodes: [node('n', params)],
    edges: [],
  }))
  const [before, after] = graphs
  expect(before && after && compareGraphs(before, after).size).toBe(0)
  expect(changedParams(node('n', { a: { c: 1, d: 2 } }), node('n', { a: { d: 2, c: 1 } }))).toEqual(
    [],
  )
})

test('reports drawn and removed edges, and changed notes', () => {
  const edge = (to: string) => ({
    from: { node: 'a', output: 'main' },
    to: { node: to, input: 'main' },
  })
  const note = (text: string, x = 0) => ({ id: 'note', text, position: { x, y: 0 } })
  const before = { nodes: [], edges: [edge('b'), edge('c')], notes: [note('one')] }
  const after = { nodes: [], edges: [edge('c'), edge('d')], notes: [note('two')] }
  expect(compareEdges(before, after)).toEqual([
    { edge: edge('d'), change: 'added' },
    { edge: edge('b'), change: 'removed' },
  ])
  expect(hasOtherNotes(before, after)).toBe(true)
  expect(hasOtherNotes(before, { ...before, notes: [note('one', 50)] })).toBe(false)
})

test('names the parameters that differ', () => {
  expect(changedParams(node('a', { n: 1, same: [1] }), node('a', { same: [1], m: 2 }))).toEqual([
    'n',
    'm',
  ])
})
