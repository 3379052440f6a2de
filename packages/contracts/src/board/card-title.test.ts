import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardTitle } from './card-title.ts'

test('keeps the title, or uses the first words of the text if there is no title', () => {
  expect(cardTitle({ kind: 'post', title: ' Launch ', body: 'Hello' })).toBe('Launch')
  expect(cardTitle({ kind: 'post', title: '', body: '  Fresh bread\n\nfrom six ' })).toBe(
    'Fresh bread from six',
  )
  expect(cardTitle({ kind: 'post', title: ' ', body: ' \n ' })).toBe('Post without text')
  expect(cardTitle({ kind: 'link', title: '', body: '' })).toBe('Untitled')
})

test('cuts between words when the text is long', () => {
  const body =
    'Our new opening hours, valid from Monday, are seven to six on weekdays and eight to two on Saturdays'
  expect(cardTitle({ title: '', body })).toBe(
    'Our new opening hours, valid from Monday, are seven to six on weekdays and eight …',
  )
  expect(cardTitle({ title: '', body: '今'.repeat(200) })).toBe(`${'今'.repeat(80)} …`)
})

test('returns a short and well-formed title for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1_000 }), (body) => {
      const name = cardTitle({ kind: 'post', title: '', body })
      expect(name).not.toBe('')
      expect(name.length).toBeLessThanOrEqual(82)
      expect(name).not.toMatch(/[\n\r\t]/)
    }),
  )
})
