import type { WorkflowNode } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { changedParams, compareGraphs } from './compare-graphs.ts'

const node = (id: string, params: Record<string, unknown> = {}, x = 0): WorkflowNode => ({
  ...{ id, type: 'limit', name: id, params, position: { x, y: 0 } },
})

test('added, removed and changed nodes are told apart, and moved ones are the same', () => {
  const before = { nodes: [node('kept'), node('moved'), node('set', { n: 1 }), node('gone')], edges: [] }
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

test('the parameters that differ are named', () => {
  expect(changedParams(node('a', { n: 1, same: [1] }), node('a', { same: [1], m: 2 }))).toEqual(['n', 'm'])
})
