import { listExpressions, noText, parseTemplate, resolveTemplate } from '@atrium/workflow-rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSample } from './format-sample.ts'
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

const format = (text: string, value: unknown, locale = 'en-GB'): unknown =>
  resolveTemplate(parseTemplate(text), {
    json: { value, currency: 'EUR' },
    node: () => undefined,
    values: { input: {}, setting: { locale, timezone: 'Europe/Paris' }, skill: {} },
    produced: noText(),
  })

test.each([
  [amount, 158_628, '€1,586.28'],
  [field('day'), '2026-11-29', '29 November 2026'],
  [field('date'), '2026-11-29T09:00:00Z', '29 November 2026 at 10:00'],
])('makes a %j readable when it is inserted into a text', (given, value, shown) => {
  const text = writeExpression('$json.value', {
    filters: presetFilters(given, 'en-GB'),
    ifEmpty: undefined,
  })
  expect(format(text, value)).toBe(shown)
})

test.each([
  ['de', '6. Mai 2026 um 18:00', '6. Mai 2026', '06.05.2026'],
  ['en-US', 'May 6, 2026 at 18:00', 'May 6, 2026', '05/06/2026'],
  ['fr', '6 mai 2026 à 18:00', '6 mai 2026', '06/05/2026'],
  ['ja', '2026年5月6日 18:00', '2026年5月6日', '2026/05/06'],
  ['pt-BR', '6 de maio de 2026 às 18:00', '6 de maio de 2026', '06/05/2026'],
])('writes dates as people do when the language is %s', (locale, moment, day, short) => {
  const value = '2026-05-06T16:00:00Z'
  const formats = listFormats(field('date'), locale).map(({ filters }) =>
    format(writeExpression('$json.value', { filters, ifEmpty: undefined }), value, locale),
  )
  expect(formats.slice(0, 3)).toEqual([moment, day, short])
  const place = { locale, zone: 'Europe/Paris' }
  expect(formatSample(value, { type: 'date', currency: undefined }, place)).toBe(moment)
  expect(formatSample('2026-05-06', { type: 'day', currency: undefined }, place)).toBe(day)
})

test('shows a date in the list as it is given if it is none', () => {
  const place = { locale: 'en-GB', zone: 'Europe/Paris' }
  expect(formatSample('soon', { type: 'date', currency: undefined }, place)).toBe('soon')
})

test('shows a fixed value in its words, and other texts as they are', () => {
  const place = { locale: 'en-GB', zone: 'Europe/Paris' }
  const options = [{ value: 'one_off', label: 'One-off' }]
  const show = (value: string) =>
    formatSample(value, { type: 'text', currency: undefined, options }, place)
  expect(['one_off', 'my_own'].map(show)).toEqual(['One-off', 'my_own'])
})

test('inserts texts, lists and amounts without a currency as they are', () => {
  expect(presetFilters(field('text'), 'en')).toBe('')
  expect(presetFilters(field('list'), 'en')).toBe('')
  expect(presetFilters(field('money'), 'en')).toBe('')
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
  const formats = listFormats(field(type, '$json.currency'), 'en-GB')
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

test.each([
  ['default: 0', undefined],
  ["default: '{a}'", undefined],
  ["default: ''", undefined],
  ["lower | default: 'none'", 'none'],
])('keeps the meaning of %s when the format is written back', (filters, ifEmpty) => {
  const [found] = listExpressions(`{{ $json.value | ${filters} }}`)
  const read = readFormat(found?.reference ?? {})
  expect(read.ifEmpty).toBe(ifEmpty)
  expect(writeExpression('$json.value', read)).toBe(`{{ $json.value | ${filters} }}`)
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
