import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { unclosedExpressions } from './expression.ts'
import { listUses } from './named-nodes.ts'
import type { NodeRules } from './node-rules.ts'
import { followRenames } from './rename-references.ts'
import { validateGraph } from './validate-graph.ts'

const node = (id: string, params: Record<string, unknown> = {}, type = 'step'): WorkflowNode => ({
  id,
  type,
  name: id.toUpperCase(),
  params,
  position: { x: 0, y: 0 },
})
const edge = (from: string, to: string): WorkflowEdge => ({
  from: { node: from, output: 'main' },
  to: { node: to, input: 'main' },
})
const step: NodeRules = {
  type: 'step',
  category: 'act',
  outputs: ['main'],
  params: z.object({ text: z.unknown().optional(), list: z.unknown().optional() }),
}
const rules = new Map([
  ['step', step],
  ['start', { ...step, type: 'start', category: 'trigger' as const }],
])
const pace = { due: () => false, yield: async () => {} }
const readProblems = async (graph: WorkflowGraph) =>
  (await validateGraph(graph, (type) => rules.get(type), pace)).map(({ path, message }) => [
    path,
    message,
  ])
const start = node('start', {}, 'start')
const named = (name: string) => `Dear {{ $node['${name}'].json.name }}`

test('refuses an expression and names the parameter when no step has the name', async () => {
  const graph = {
    nodes: [start, node('a', { list: [{ value: named('GONE') }] })],
    edges: [edge('start', 'a')],
  }
  expect(await readProblems(graph)).toEqual([
    ['graph.nodes.1.params.list.0.value', 'No step has the name "GONE"'],
  ])
})

test('refuses an expression if its step comes later, is in another branch or is the step itself', async () => {
  const edges = [edge('start', 'a'), edge('a', 'b'), edge('start', 'c')]
  const withText = (text: string) =>
    readProblems({ nodes: [start, node('a'), node('b', { text }), node('c')], edges })
  for (const name of ['START', 'A']) expect(await withText(named(name))).toEqual([])
  for (const name of ['B', 'C']) {
    expect(await withText(named(name))).toEqual([
      ['graph.nodes.2.params.text', `The step "${name}" does not come before this one`],
    ])
  }
  const later = await readProblems({
    nodes: [start, node('a', { text: named('B') }), node('b')],
    edges: edges.slice(0, 2),
  })
  expect(later).toHaveLength(1)
})

test('reports only the cycle if steps are on a cycle', async () => {
  const nodes = [start, node('a', { text: named('B') }), node('b')]
  const found = await readProblems({
    nodes,
    edges: [edge('start', 'a'), edge('a', 'b'), edge('b', 'a')],
  })
  expect(found).toEqual([
    ['graph.nodes.1', 'The steps "A", "B" form a cycle. Remove one connection.'],
  ])
})

test.each([
  ['Dear {{ $json.name', ['$json.name']],
  ['{{ $json.name }', ['$json.name }']],
  ['{{ $json.a {{ $json.b }}', ['$json.a']],
  ['{{ a }} and {{', ['']],
  ["{{ $json['{{'] }}", []],
  ['{{{ $json.a }}} {{{{ raw }}}} {"a":{"b":1}}', []],
])('finds the unclosed braces in %s', (text, found) => {
  expect(unclosedExpressions(text)).toEqual(found)
})

test('rejects braces that never close', async () => {
  const graph = {
    nodes: [start, node('a', { text: 'Dear {{ $json.name' })],
    edges: [edge('start', 'a')],
  }
  expect(await readProblems(graph)).toEqual([
    ['graph.nodes.1.params.text', 'Close this expression with }}: {{ $json.name'],
  ])
})

test('lists the uses of removed steps unless another step keeps the name', () => {
  const user = node('b', {
    text: `${named('A')} {{ $node["A"].json.x }}`,
    list: ["{{ $node['C'].json }}"],
  })
  const graph = { nodes: [node('a'), user, node('c')], edges: [] }
  const pathsWithout = (...ids: string[]) => listUses(graph, new Set(ids)).map(({ path }) => path)
  expect(pathsWithout('a')).toEqual(['text'])
  expect(pathsWithout('a', 'c')).toEqual(['text', 'list.0'])
  expect(pathsWithout('a', 'b')).toEqual([])
  const twin = { ...graph, nodes: [...graph.nodes, { ...node('d'), name: 'A' }] }
  expect(listUses(twin, new Set(['a']))).toEqual([])
})

test('follows a renamed step unless another step has its former name', () => {
  const before = { nodes: [node('a'), node('b', { text: named('A') })], edges: [] }
  const [first, second] = before.nodes as [WorkflowNode, WorkflowNode]
  const renamed = { nodes: [{ ...first, name: 'New' }, second], edges: [] }
  expect(followRenames(before, renamed).nodes[1]?.params).toEqual({ text: named('New') })
  const swapped = { nodes: [...renamed.nodes, { ...node('c'), name: 'A' }], edges: [] }
  expect(followRenames(before, swapped)).toBe(swapped)
  expect(followRenames(before, before)).toBe(before)
})
