import type { NodeDescriptor, NodeRun, WorkflowGraph } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { nodesBefore, sampleScope, toPreview, upstreamFields } from './upstream-fields.ts'

const descriptor = (type: string, emits: string[]): NodeDescriptor => ({
  type,
  label: type,
  description: '',
  category: 'act',
  mode: 'deterministic',
  outputs: ['main'],
  inputs: {},
  emits: emits.map((name) => ({ name, label: `The ${name}`, type: 'text', example: 'x' })),
  keywords: [],
  skillable: false,
})
const node = (id: string, type: string, name: string, params = {}) => ({
  id,
  type,
  name,
  params,
  position: { x: 0, y: 0 },
})
const edge = (from: string, to: string) => ({
  from: { node: from, output: 'main' },
  to: { node: to, input: 'main' },
})
const graph: WorkflowGraph = {
  nodes: [
    node('paid', 'trigger.event', 'Paid', { eventType: 'invoice.paid' }),
    node('find', 'read_tasks', "Client's card"),
    node('note', 'log_activity', 'Note'),
    node('after', 'log_activity', 'After'),
  ],
  edges: [edge('paid', 'find'), edge('find', 'note'), edge('note', 'after')],
}
const run = (nodeId: string, json: Record<string, unknown>): NodeRun => ({
  nodeId,
  name: nodeId,
  type: 'x',
  status: 'completed',
  skipReason: null,
  itemsIn: 1,
  itemsOut: 1,
  outputs: { main: 1 },
  message: null,
  error: null,
  fix: null,
  incomplete: false,
  usage: null,
  signalSamples: null,
  startedAt: null,
  finishedAt: null,
  sample: { items: [{ json }], truncated: false },
})
const runs = new Map([
  ['paid', run('paid', { invoiceId: 'inv_1' })],
  ['find', run('find', { title: 'Order', 'due date': '2026-05-02', nested: { a: 1 } })],
])
const sources = {
  palette: new Map([['read_tasks', descriptor('read_tasks', ['title', 'tags'])]]),
  events: [
    {
      type: 'invoice.paid',
      description: '',
      payload: [
        {
          name: 'invoiceId',
          type: 'string',
          description: '',
          label: 'Invoice ID',
          format: 'id' as const,
          example: 'inv_1',
        },
      ],
    },
  ],
  runs,
  place: { locale: 'en-GB', zone: 'Europe/Paris' },
}

test("lists a node's ancestors, nearest first", () => {
  expect(nodesBefore(graph, 'note').map(({ id }) => id)).toEqual(['find', 'paid'])
  expect(nodesBefore(graph, 'paid')).toEqual([])
  const circle = { ...graph, edges: [...graph.edges, edge('after', 'paid')] }
  expect(nodesBefore(circle, 'note').map(({ id }) => id)).toEqual(['find', 'paid', 'after'])
})

test('lists the fields that nodes promise, that events carry, and that the last run had', () => {
  const fields = upstreamFields(graph, 'note', sources)
  expect(
    fields.map(({ expression, label, from, shown }) => [expression, label, from, shown]),
  ).toEqual([
    ['$json.title', 'The title', "Client's card", 'Order'],
    ['$json.tags', 'The tags', "Client's card", 'x'],
    ["$json['due date']", 'Due date', "Client's card", '2 May 2026'],
    ['$json.nested', 'Nested', "Client's card", '{"a":1}'],
    ['$json.nested.a', 'Nested: a', "Client's card", '1'],
    ["$node['Paid'].json.invoiceId", 'Invoice ID', 'Paid', 'inv_1'],
  ])
})

test('offers a field once, from the first step that has it', () => {
  const passedOn = new Map([...runs, ['note', run('note', { title: 'Order', noteId: 'n1' })]])
  const fields = upstreamFields(graph, 'after', { ...sources, runs: passedOn })
  expect(fields.map(({ expression }) => expression)).toEqual([
    '$json.noteId',
    "$node['Client\\'s card'].json.title",
    "$node['Client\\'s card'].json.tags",
    "$node['Client\\'s card'].json['due date']",
    "$node['Client\\'s card'].json.nested",
    "$node['Client\\'s card'].json.nested.a",
    "$node['Paid'].json.invoiceId",
  ])
})

test('shows an amount with its currency, and names the expression of the currency', () => {
  const paid = new Map([['paid', run('paid', { totalAmountCents: 158_628, currency: 'EUR' })]])
  const fields = upstreamFields(graph, 'find', { ...sources, runs: paid })
  expect(fields.find(({ type }) => type === 'money')).toMatchObject({
    expression: '$json.totalAmountCents',
    label: 'Total amount',
    currency: '$json.currency',
    shown: '€1,586.28',
  })
})

test('lists the fields that a step sets, before the first run', () => {
  const fields = [
    { name: 'greeting', value: 'Dear customer' },
    { name: 'customer.name', value: 'x' },
    { name: 'late', value: '{{ $json.title }}' },
  ]
  const set: WorkflowGraph = {
    nodes: [node('set', 'set_fields', 'Texts', { fields }), node('end', 'log_activity', 'End')],
    edges: [edge('set', 'end')],
  }
  expect(
    upstreamFields(set, 'end', { ...sources, runs: new Map() }).map(({ label, shown }) => [
      label,
      shown,
    ]),
  ).toEqual([
    ['Greeting', 'Dear customer'],
    ['Late', undefined],
  ])
})

test("shows an expression's value for the sample", () => {
  const scope = sampleScope(graph, 'note', sources)?.scope
  expect(toPreview('About {{ $json.title }}', scope)).toBe('About Order')
  expect(toPreview("{{ $node['Paid'].json.invoiceId }}", scope)).toBe('inv_1')
  expect(toPreview("{{ $node['Client\\'s card'].json.nested }}", scope)).toBe('{"a":1}')
  expect(toPreview('{{ $json.missing }}', scope)).toBeUndefined()
  expect(toPreview('no expression', scope)).toBeUndefined()
  expect(sampleScope(graph, 'paid', sources)).toBeUndefined()
})
