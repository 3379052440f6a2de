import type { NodeDescriptor, WorkflowGraph } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { checkGraph, rulesOfDescriptors } from './check-graph.ts'
import { checkParams } from './check-params.ts'
import { indexGraph } from './graph-index.ts'
import { nodeChecks } from './type-checks.ts'
import { structuralProblems } from './validate-graph.ts'

const descriptor = (
  type: string,
  category: NodeDescriptor['category'],
  properties: Record<string, unknown>,
  required: string[] = [],
): NodeDescriptor => ({
  type,
  label: type,
  description: '',
  category,
  mode: 'deterministic',
  outputs: ['main'],
  emits: [],
  keywords: [],
  skillable: false,
  inputs: { type: 'object', properties, required },
})
const palette = [
  descriptor('trigger.schedule', 'trigger', { cron: { type: 'string' }, tz: { type: 'string' } }, [
    'cron',
  ]),
  descriptor(
    'create_card',
    'act',
    { title: { type: 'string', minLength: 1 }, limit: { type: 'integer' } },
    ['title'],
  ),
  descriptor('unread', 'act', { any: { $ref: 'elsewhere' } }),
]
const lookup = rulesOfDescriptors(palette)
const budget = { patterns: 0, due: () => false, yield: async () => {} }
const readProblems = async (type: string, params: Record<string, unknown>) => {
  const rules = lookup(type)
  return rules && (await checkParams(rules, params, budget)).map(({ path }) => path)
}

test("checks a node's parameters against its schema and its type's rules", async () => {
  expect(await readProblems('create_card', { title: 'A', limit: 'many', further: 1 })).toEqual([
    'limit',
  ])
  expect(await readProblems('create_card', { title: 'A', limit: '{{ $json.n }}' })).toEqual([])
  expect(await readProblems('create_card', { title: '{{ $json.a( }}' })).toEqual(['title'])
  expect(await readProblems('trigger.schedule', { cron: '61 9 * * 1', tz: 'UTC' })).toEqual([
    'cron',
  ])
  expect(await readProblems('trigger.schedule', { cron: '0 9 * * 1', tz: 'Nowhere' })).toEqual([
    'tz',
  ])
  expect(await readProblems('gone', {})).toBeUndefined()
})

test('leaves a schema to the server if it cannot be read here', async () => {
  expect(await readProblems('unread', { any: 1 })).toEqual([])
})

test("requires different names for a switch's outputs, and refuses the name else", () => {
  const rules = ['big', 'small', 'big', 'else'].map((output) => ({ output }))
  const found = nodeChecks.get('switch')?.check?.({ rules }) ?? []
  expect(found.map(({ path }) => path)).toEqual(['rules.2.output', 'rules.3.output'])
})

test("checks a graph's structure against its palette's descriptors", async () => {
  const node = (id: string, type: string, params: Record<string, unknown>) => ({
    id,
    type,
    name: id,
    params,
    position: { x: 0, y: 0 },
  })
  const graph: WorkflowGraph = {
    nodes: [node('a', 'create_card', { title: 'A' }), node('b', 'gone', {})],
    edges: [{ from: { node: 'a', output: 'other' }, to: { node: 'b', input: 'main' } }],
  }
  const structure = structuralProblems(graph, indexGraph(graph), (type) =>
    palette.find((each) => each.type === type),
  )
  expect(structure.map(({ code }) => code)).toEqual(['dangling_edge', 'no_trigger'])
  const all = await checkGraph(graph, lookup)
  expect(all.map(({ code }) => code)).toEqual(['dangling_edge', 'no_trigger', 'unregistered_node'])
})
