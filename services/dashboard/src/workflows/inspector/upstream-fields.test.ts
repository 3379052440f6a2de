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
  emits: emits.map((name) => ({ name, label: name, type: 'text', example: '' })),
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
  ['find', run('find', { title: 'Order', 'due date': 'Monday', nested: { a: 1 } })],
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
}

test("lists a node's ancestors, nearest first", () => {
  expect(nodesBefore(graph, 'note').map(({ id }) => id)).toEqual(['find', 'paid'])
  expect(nodesBefore(graph, 'paid')).toEqual([])
  const circle = { ...graph, edges: [...graph.edges, edge('after', 'paid')] }
  expect(nodesBefore(circle, 'note').map(({ id }) => id)).toEqual(['find', 'paid', 'after'])
})

test('lists the fields that nodes promise, that events carry, and that the last run had', () => {
  const fields = upstreamFields(graph, 'note', sources)
  expect(fields.map(({ expression }) => expression)).toEqual([
    '$json.title',
    '$json.tags',
    "$json['due date']",
    '$json.nested',
    '$json.invoiceId',
    "$node['Client\\'s card'].json.title",
    "$node['Client\\'s card'].json.tags",
    "$node['Client\\'s card'].json['due date']",
    "$node['Client\\'s card'].json.nested",
    "$node['Paid'].json.invoiceId",
  ])
  expect(fields[0]).toEqual({ expression: '$json.title', from: "Client's card", value: 'Order' })
  expect(fields[3]?.value).toBe('{"a":1}')
  expect(fields.at(-1)?.value).toBe('inv_1')
})

test("shows an expression's value for the sample", () => {
  const scope = sampleScope(graph, 'note', runs)
  expect(toPreview('About {{ $json.title }}', scope)).toBe('About Order')
  expect(toPreview("{{ $node['Paid'].json.invoiceId }}", scope)).toBe('inv_1')
  expect(toPreview("{{ $node['Client\\'s card'].json.nested }}", scope)).toBe('{"a":1}')
  expect(toPreview('{{ $json.missing }}', scope)).toBeUndefined()
  expect(toPreview('no expression', scope)).toBeUndefined()
  expect(toPreview('{{ $json.title }}', sampleScope(graph, 'paid', runs))).toBeUndefined()
})
