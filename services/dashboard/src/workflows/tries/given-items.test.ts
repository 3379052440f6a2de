import { expect, test } from 'vitest'
import { readItems, toExample } from './given-items.ts'

test('reads an object as one item, and a list of objects as several', () => {
  expect(readItems('{ "a": 1 }')).toEqual({ items: [{ json: { a: 1 } }] })
  expect(readItems('[{ "a": 1 }, {}]')).toEqual({ items: [{ json: { a: 1 } }, { json: {} }] })
})

test.each([
  ['{', 'This is not JSON'],
  ['[1]', 'Each item is an object: { "name": "value" }'],
  [JSON.stringify(Array.from({ length: 101 }, () => ({}))), 'At most 100 items are tried'],
])('rejects %j', (text, problem) => {
  expect(readItems(text)).toEqual({ problem })
})

test('builds an example with the fields that an event promises', () => {
  const payload = [
    { name: 'number', type: 'string', label: 'Number', format: 'text' as const, example: 'INV-1' },
    { name: 'totalCents', type: 'number', label: 'Total', format: 'number' as const, example: 1 },
  ].map((field) => ({ ...field, description: '' }))
  const text = toExample({ type: 'invoice.paid', description: '', payload })
  expect(JSON.parse(text)).toEqual([{ number: '', totalCents: 0 }])
})
