import { expect, test } from 'vitest'
import { graphLimits, WorkflowGraphInput, WorkflowJson } from './graph.ts'

const list = (count: number) => ({ list: Array.from({ length: count }, () => 0) })
const nodes = (count: number, params: unknown) =>
  Array.from({ length: count }, (_, at) => ({ id: `n${at}`, type: 'if', name: `n${at}`, params }))
const nested = (depth: number): unknown => (depth === 1 ? {} : { a: nested(depth - 1) })

test('limits the levels and values of free JSON', () => {
  const accepts = (value: unknown) => WorkflowJson.safeParse(value).success
  expect(accepts(nested(graphLimits.depth))).toBe(true)
  expect(accepts(nested(graphLimits.depth + 1))).toBe(false)
  expect(accepts(list(graphLimits.values - 2))).toBe(true)
  expect(accepts(list(graphLimits.values - 1))).toBe(false)
  expect(accepts([])).toBe(false)
  const wide = (keys: number) =>
    Object.fromEntries(Array.from({ length: keys }, (_, at) => [`${at}`, 0]))
  expect(accepts({ a: wide(3_998), b: wide(3_000) })).toBe(true)
  expect(accepts({ a: wide(3_999), b: wide(3_000) })).toBe(false)
  const named = (count: number) => Array.from({ length: count }, (_, at) => ({ [`k${at}`]: 0 }))
  expect(accepts({ list: named(3_999) })).toBe(true)
  expect(accepts({ list: named(4_000) })).toBe(false)
})

test('shares the value limit across the parameters of all nodes in a graph', () => {
  const accepts = (count: number) =>
    WorkflowGraphInput.safeParse({ nodes: nodes(count, list(9_000)), edges: [] }).success
  expect(accepts(5)).toBe(true)
  expect(accepts(6)).toBe(false)
})
