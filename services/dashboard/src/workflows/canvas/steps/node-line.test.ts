import type { WorkflowNode } from '@atrium/contracts'
import { expect, test } from 'vitest'
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
    '[Total cents] is [Limit]',
  )
  expect(line({ left: '', operator: 'is', right: '' })).toBe('If')
})
