import { expect, test } from 'vitest'
import { eventExample, printItem, readItems } from './given-items.ts'

test('reads an object as one item, and a list of objects as several', () => {
  expect(readItems('{ "a": 1 }')).toEqual({ items: [{ json: { a: 1 } }] })
  expect(readItems('[{ "a": 1 }, {}]')).toEqual({ items: [{ json: { a: 1 } }, { json: {} }] })
})

test.each([
  ['{', 'This text cannot be read'],
  ['[1]', 'Each item is an object: { "name": "value" }'],
  [JSON.stringify(Array.from({ length: 101 }, () => ({}))), 'At most 100 items are tried'],
])('rejects %j', (text, problem) => {
  expect(readItems(text)).toEqual({ problem })
})

test('builds an example from the examples of an event type', () => {
  const field = { type: 'string', description: '', label: '', format: 'text' } as const
  const payload = [
    { ...field, name: 'number', example: 'INV-2026-000041' },
    { ...field, name: 'totalAmountCents', example: 158_628 },
  ]
  const example = eventExample({ type: 'invoice.paid', description: '', payload })
  expect(example).toEqual({ number: 'INV-2026-000041', totalAmountCents: 158_628 })
  expect(readItems(printItem(example))).toEqual({ items: [{ json: example }] })
  expect(eventExample(undefined)).toEqual({})
})
