import { expect, test } from 'vitest'
import { listItemLines } from './item-lines.ts'

test('lists the fields with a value and names them in words', () => {
  const json = { totalAmountCents: 1200, due_on: '2026-03-02', note: null, tags: ['a'], empty: '' }
  expect(listItemLines({ json })).toEqual({
    lines: [
      { name: 'Total amount cents', value: '1200' },
      { name: 'Due on', value: '2026-03-02' },
      { name: 'Tags', value: '["a"]' },
    ],
    more: 0,
  })
})

test('counts further fields and shortens long values when an item is large', () => {
  const json = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, 'x'.repeat(400)]))
  const { lines, more } = listItemLines({ json })
  expect([lines.length, more]).toEqual([12, 8])
  expect(lines[0]?.value).toHaveLength(301)
})
