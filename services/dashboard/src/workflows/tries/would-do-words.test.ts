import { expect, test } from 'vitest'
import { actionWords, detailLines } from './would-do-words.ts'

test('describes an action in words', () => {
  expect(actionWords('create_card')).toBe('Create card')
  expect(actionWords('send_email')).toBe('Send email')
})

test("lists a detail's fields, and leaves a field out if it is empty", () => {
  expect(detailLines({ title: 'A', tags: [], fields: {}, link: null, n: 0 })).toEqual([
    ['title', 'A'],
    ['n', '0'],
  ])
  expect(detailLines('text')).toEqual([['value', 'text']])
  expect(detailLines(null)).toEqual([])
})

test('cuts a long text, and a long list of fields', () => {
  const [first] = detailLines({ body: 'x'.repeat(5_000) })
  expect(first?.[1]).toHaveLength(300)
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, at]))
  expect(detailLines(many)).toHaveLength(12)
})
