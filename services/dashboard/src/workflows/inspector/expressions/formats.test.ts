import { listExpressions, noText, parseTemplate, resolveTemplate } from '@atrium/workflow-rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  listFormats,
  normaliseFilters,
  presetFilters,
  readFormat,
  writeExpression,
} from './formats.ts'
import type { UpstreamField } from './upstream-fields.ts'

const field = (type: UpstreamField['type'], currency?: string): UpstreamField => ({
  expression: '$json.value',
  label: 'Value',
  from: 'Paid',
  type,
  shown: undefined,
  currency,
})
const amount = field('money', '$json.currency')

const format = (text: string, value: unknown): unknown =>
  resolveTemplate(parseTemplate(text), {
    json: { value, currency: 'EUR' },
    node: () => undefined,
    values: { input: {}, setting: { locale: 'en-GB', timezone: 'Europe/Paris' }, skill: {} },
    produced: noText(),
  })

test.each([
  [amount, 158_628, '€1,586.28'],
  [field('day'), '2026-11-29', '29 November 2026'],
  [field('date'), '2026-11-29T09:00:00Z', '29 November 2026'],
])('makes a %j readable when it is inserted into a text', (given, value, shown) => {
  const text = writeExpression('$json.value', {
    filters: presetFilters(given),
    ifEmpty: undefined,
  })
  expect(format(text, value)).toBe(shown)
})

test('inserts texts, lists and amounts without a currency as they are', () => {
  expect(presetFilters(field('text'))).toBe('')
  expect(presetFilters(field('list'))).toBe('')
  expect(presetFilters(field('money'))).toBe('')
})

const samples: Readonly<Partial<Record<UpstreamField['type'], unknown>>> = {
  money: 1,
  number: 1.234,
  date: '2026-11-29T09:00:00Z',
  day: '2026-11-29',
  list: ['a', 'b'],
  object: { a: 1 },
  file: { name: 'a.pdf' },
}

test.each([
  'money',
  'number',
  'date',
  'day',
  'list',
  'object',
  'file',
  'text',
  'url',
  'email',
  'id',
] as const)('offers only formats that work on a %s', (type) => {
  const formats = listFormats(field(type, '$json.currency'))
  expect(formats.length).toBeGreaterThan(0)
  for (const { filters } of formats) {
    const text = writeExpression('$json.value', { filters, ifEmpty: undefined })
    expect(format(text, samples[type] ?? 'Kunsthalle'), filters).toBeDefined()
    expect(normaliseFilters(filters)).toBe(filters)
  }
})

test('reads the format and the text for an empty value', () => {
  const text = "{{ $json.value|money:$json.currency | default: 'nothing' }}"
  const reference = listExpressions(text)[0]?.reference
  expect(reference && readFormat(reference)).toEqual({
    filters: 'money: $json.currency',
    ifEmpty: 'nothing',
  })
})

test('writes every text for an empty value so that it is read again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (typed) => {
      const kept = typed.replaceAll(/[{}]/g, '')
      const text = writeExpression('$json.value', { filters: '', ifEmpty: typed })
      if (kept !== '') expect(format(text, null)).toBe(kept)
      const found = listExpressions(text)
      expect(found.map(({ from, to }) => [from, to])).toEqual([[0, text.length]])
    }),
  )
})
