import { EditorState } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chipExtensions, fieldFinder, readChips } from './chip-state.ts'
import {
  findChips,
  findChosenChip,
  findComparedField,
  prepareFinder,
  splitAtChips,
} from './chips.ts'
import type { UpstreamField } from './upstream-fields.ts'

const field = (expression: string, label: string): UpstreamField => ({
  expression,
  label,
  from: 'Paid',
  type: 'text',
  shown: undefined,
  currency: undefined,
})
const findField = prepareFinder([
  field('$json.number', 'Invoice number'),
  field("$json['due date']", 'Due date'),
  field('$json.customer', 'Customer'),
  field("$node['Paid'].json.email", 'Email address'),
])

test('shows known fields as chips, and leaves other text as code', () => {
  const text =
    "{{$json.number}} {{ $json.other }} {{ $node['Paid'].json.email }} {{ $json.customer.city[0] }} {{ 1 + 1 }}"
  expect(
    findChips(text, findField).map(({ from, to, label }) => [text.slice(from, to), label]),
  ).toEqual([
    ['{{$json.number}}', 'Invoice number'],
    ["{{ $node['Paid'].json.email }}", 'Email address'],
    ['{{ $json.customer.city[0] }}', 'Customer › city › 1'],
  ])
})

test('knows a field of an earlier step in the current item', () => {
  const [chip] = findChips('{{ $json.email }}', findField)
  expect(chip?.label).toBe('Email address')
})

test('finds the chip before the caret or under the selection', () => {
  const chips = findChips('Dear {{ $json.number }}!', findField)
  expect(findChosenChip(chips, { from: 23, to: 23 })?.label).toBe('Invoice number')
  expect(findChosenChip(chips, { from: 5, to: 23 })?.label).toBe('Invoice number')
  expect(findChosenChip(chips, { from: 5, to: 5 })).toBeUndefined()
  expect(findChosenChip(chips, { from: 0, to: 24 })).toBeUndefined()
})

const pieces = fc.constantFrom(
  '{{ $json.number }}',
  "{{$json['due date']}}",
  '{{ $json.other }}',
  "{{ $node['Paid'].json.email }}",
  '{{',
  '}}',
  '{',
  '$json',
  '\r\n',
  '\n',
  ' ',
  '/',
  '😀',
  '\ud83d',
  "'",
)
const texts = fc
  .array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 30 })
  .map((parts) => parts.join(''))

test('keeps every text unchanged when it is shown with chips', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const chips = findChips(text, findField)
      expect(splitAtChips(text, chips).join('')).toBe(text)
      const state = EditorState.create({
        doc: text,
        extensions: [fieldFinder.of(findField), chipExtensions],
      })
      expect(state.doc.toString()).toBe(text)
      expect(readChips(state)).toEqual(chips)
      for (const { from, to } of chips) expect(text.slice(from, to)).toMatch(/^\{\{.*\}\}$/s)
    }),
  )
})

test.each([
  ['number', 'Invoice number'],
  [' {{ $json.number }} ', 'Invoice number'],
  ["{{ $node['Paid'].json.email }}", 'Email address'],
  ['{{ $json.number | lower }}', undefined],
  ['customer.city', undefined],
  ['', undefined],
])('finds the field that a condition compares in %j', (left, label) => {
  expect(findComparedField(left, findField)?.label).toBe(label)
})
