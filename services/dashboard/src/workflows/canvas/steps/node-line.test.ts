import type { WorkflowNode } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { prepareNames } from '../../graph/name-fields.ts'
import { nodeLine } from './node-line.ts'

const descriptor = {
  label: 'Create card',
  inputs: { properties: { skill: { format: 'skill' }, count: {}, title: {}, body: {} } },
}
const node = (name: string, params: Record<string, unknown>): WorkflowNode => ({
  id: 'n',
  type: 'create_card',
  name,
  params,
  position: { x: 0, y: 0 },
})

test("shows a node's first text if the node is named after its kind, otherwise its kind", () => {
  const params = { body: 'later', title: ' Call the sail maker ', skill: 'skill_1', count: 3 }
  expect(nodeLine(node('Create card', params), descriptor)).toBe('Call the sail maker')
  expect(nodeLine(node('Create card', { title: 'Call {{ $json.name }}' }), descriptor)).toBe(
    'Call [Name]',
  )
  expect(nodeLine(node('Call', params), descriptor)).toBe('Create card')
  expect(nodeLine(node('Create card', { skill: 'skill_1' }), descriptor)).toBe('Create card')
  expect(nodeLine(node('gone', {}), undefined)).toBe('Not available here')
})

test('describes the first condition in words', () => {
  const check = {
    label: 'If',
    inputs: { properties: { combinator: { enum: ['and', 'or'] }, conditions: {} } },
  }
  const line = (...conditions: object[]) =>
    nodeLine(node('If', { combinator: 'or', conditions }), check)
  const first = { left: 'title', operator: 'not_contains', right: 'draft' }
  expect(line(first)).toBe('Title does not contain draft')
  expect(line(first, { left: 'amount', operator: 'exists' })).toBe('Title does not contain draft …')
  expect(line({ left: 'amount', operator: 'exists' })).toBe('Amount exists')
  expect(line({ left: '{{ $json.totalCents }}', operator: 'is', right: '{{ $json.limit }}' })).toBe(
    'Total cents is [Limit]',
  )
  expect(line({ left: '', operator: 'is', right: '' })).toBe('If')
})

test('names fields as the field picker does when an earlier step declares them', () => {
  const place = { position: { x: 0, y: 0 } }
  const event = {
    type: 'invoice.paid',
    description: '',
    payload: [
      { name: 'number', label: 'Invoice number', format: 'text', type: 'string', description: '' },
      {
        name: 'totalAmountCents',
        label: 'Amount',
        format: 'money',
        type: 'number',
        description: '',
      },
      {
        name: 'source',
        label: 'Kind of invoice',
        format: 'text',
        type: 'string',
        description: '',
        options: [{ value: 'one_off', label: 'One-off' }],
      },
    ].map((field) => ({ ...field, example: null })),
  }
  const graph = {
    nodes: [
      {
        id: 'a',
        type: 'trigger.event',
        name: 'Paid',
        params: { eventType: 'invoice.paid' },
        ...place,
      },
      { id: 'b', type: 'limit', name: 'Limit', params: {}, ...place },
      { id: 'c', type: 'create_card', name: 'Create card', params: {}, ...place },
    ],
    edges: [
      { from: { node: 'a', output: 'main' }, to: { node: 'b', input: 'main' } },
      { from: { node: 'b', output: 'main' }, to: { node: 'c', input: 'main' } },
      { from: { node: 'c', output: 'main' }, to: { node: 'a', input: 'main' } },
    ],
  }
  const names = prepareNames(graph, { palette: new Map(), events: [event as never] })('c')
  const line = (title: string) => nodeLine(node('Create card', { title }), descriptor, names)
  expect(line("{{ $json.number }}: {{ $json.totalAmountCents | money: 'EUR' }}")).toBe(
    '[Invoice number]: [Amount]',
  )
  expect(line("{{ $node['Paid'].json.number }}")).toBe('[Invoice number]')
  expect(line('{{ $json.buyer.firstName }} {{ $json.feeCents }} {{ $json.tags[0] }}')).toBe(
    '[Buyer: first name] [Fee] [Tags › 1]',
  )
  const check = { label: 'If', inputs: { properties: { conditions: {} } } }
  const compare = (left: string, right: string) =>
    nodeLine(node('If', { conditions: [{ left, operator: 'is', right }] }), check, names)
  expect(compare('{{ $json.source }}', 'one_off')).toBe('Kind of invoice is One-off')
  expect(compare('source', 'my own')).toBe('Kind of invoice is my own')
})
