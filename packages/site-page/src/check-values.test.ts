import type { TemplateVariable } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { findMissing, findUnfit } from './check-values.ts'

const accent: TemplateVariable = { name: 'accent', type: 'color' }

test.each(['', '#fff', '#1D4ED8', '#1d4ed880'])('accepts %s as a colour or as none', (value) => {
  expect(findUnfit([accent], { accent: value })).toEqual([])
})

test.each(['red', '#ff', '#1d4ed', 'url(x)', '#fff;background:url(x)', 7])(
  'rejects %s as a colour',
  (value) => {
    expect(findUnfit([accent], { accent: value })).toEqual([
      { name: 'accent', message: 'Enter a colour, such as #1d4ed8' },
    ])
  },
)

test('reports a value if its type is wrong, but not a missing or undeclared one', () => {
  const variables: TemplateVariable[] = [
    { name: 'title', type: 'text' },
    { name: 'count', type: 'number' },
  ]
  expect(findUnfit(variables, { title: 1, other: {} })).toEqual([
    { name: 'title', message: 'Enter a text' },
  ])
  expect(findUnfit(variables, { title: null })).toEqual([])
})

test('reports a required variable as missing if it has neither a value nor a default', () => {
  const required = (more: object): TemplateVariable => ({
    name: 'a',
    type: 'text',
    required: true,
    ...more,
  })
  const missing = [{ name: 'a', message: 'Fill in this field' }]
  expect(findMissing([required({})], {})).toEqual(missing)
  expect(findMissing([required({})], { a: '' })).toEqual(missing)
  expect(findMissing([required({ default: 'x' })], {})).toEqual([])
  expect(findMissing([required({ required: false })], {})).toEqual([])
})
