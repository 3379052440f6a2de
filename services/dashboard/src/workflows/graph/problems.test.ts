import type { NodeDescriptor, WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { checkGraph, rulesOfDescriptors, toWords } from '@atrium/workflow-rules'
import { expect, test } from 'vitest'
import { problemsAt } from './problems.ts'

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
const palette = new Map(
  [
    descriptor(
      'trigger.schedule',
      'trigger',
      { cron: { type: 'string' }, tz: { type: 'string', default: 'UTC' } },
      ['cron'],
    ),
    descriptor(
      'create_card',
      'act',
      { title: { type: 'string', minLength: 1 }, limit: { type: 'integer' } },
      ['title'],
    ),
  ].map((each) => [each.type, each]),
)
const node = (id: string, type: string, params: Record<string, unknown>): WorkflowNode => ({
  id,
  type,
  name: id,
  params,
  position: { x: 0, y: 0 },
})
const rules = rulesOfDescriptors([...palette.values()])
const readProblems = async (graph: WorkflowGraph) =>
  problemsAt(graph, await checkGraph(graph, rules))
const check = (...nodes: WorkflowNode[]) => readProblems({ nodes, edges: [] })
const start = node('start', 'trigger.schedule', { cron: '0 9 * * 1' })

test('reports no problem if the graph is complete', async () => {
  expect(
    (await check(start, node('card', 'create_card', { title: '{{ $json.title }}' }))).all,
  ).toEqual([])
})

test('reports a missing parameter, an invalid one and an invalid schedule at their nodes', async () => {
  const { first, fields } = await check(
    node('when', 'trigger.schedule', { cron: '61 9 * * 1' }),
    node('card', 'create_card', { limit: 'many' }),
  )
  expect(first.get('when')).toBe(
    'Schedule: Choose one of the common times, or enter five parts such as 0 9 * * 1',
  )
  expect(first.get('card')).toBe('Title: Fill in this field')
  const card = node('card', 'create_card', { title: 'A', limit: 'many' })
  expect([...((await check(start, card)).fields.get('card')?.keys() ?? [])]).toEqual(['limit'])
  expect([...(fields.get('card')?.keys() ?? [])].sort()).toEqual(['limit', 'title'])
})

test('accepts a value that only the run can resolve, and reports a broken expression', async () => {
  expect(
    (await check(start, node('card', 'create_card', { title: 'A', limit: '{{ $json.n }}' }))).all,
  ).toEqual([])
  const broken = await check(start, node('card', 'create_card', { title: '{{ $json.a( }}' }))
  expect(broken.first.get('card')).toContain('Not an expression')
})

test("checks the structure by the platform's rules", async () => {
  const graph: WorkflowGraph = {
    nodes: [node('a', 'create_card', { title: 'A' }), node('b', 'gone', {})],
    edges: [{ from: { node: 'a', output: 'other' }, to: { node: 'b', input: 'main' } }],
  }
  const { all } = await readProblems(graph)
  expect(all.map(({ node: id }) => id)).toEqual(['a', undefined, 'b'])
  expect(all.map(({ message }) => message)).toEqual([
    'The step "a" has no output "other"',
    'Add a trigger to the workflow',
    'This installation has no step of the type "gone"',
  ])
})

test.each([
  ['publishTimes', 'Publish times'],
  ['tz', 'Time zone'],
  ['rules.0.output', 'Rules'],
  ['only_active', 'Only active'],
])('turns the path %s into the name %s', (path, words) => {
  expect(toWords(path)).toBe(words)
})
