import { expect, test } from 'vitest'
import { listItemLines } from './item-lines.ts'

test('names the fields with a value in words and shows amounts in their currency', () => {
  const json = {
    invoiceId: 'inv_1',
    totalAmountCents: 158_628,
    currency: 'EUR',
    due_on: '2026-03-02',
    note: null,
    tags: ['a'],
    empty: '',
    firedAt: '2026-03-02T09:00:00.000Z',
  }
  const { lines, more } = listItemLines({ json })
  expect(lines.map(({ name }) => name)).toEqual(['Total amount', 'Due on', 'Tags', 'Invoice id'])
  expect(lines[0]?.value).toContain('1,586.28')
  expect(lines.slice(1).map(({ value }) => value)).toEqual(['2026-03-02', '["a"]', 'inv_1'])
  expect(more).toBe(0)
})

test('shows a moment as a date and time, and a number if an amount has no currency', () => {
  const json = { startsAt: '2026-03-02T09:00:00.000Z', feeCents: 5, odd: '2026-99-99T09:00:00Z' }
  const values = listItemLines({ json }).lines.map(({ value }) => value)
  expect(values[0]).toContain('2026')
  expect(values[0]).not.toContain('T09')
  expect(values.slice(1)).toEqual(['5', '2026-99-99T09:00:00Z'])
})

test('counts further fields and shortens long values when an item is large', () => {
  const json = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, 'x'.repeat(400)]))
  const { lines, more } = listItemLines({ json })
  expect([lines.length, more]).toEqual([12, 8])
  expect(lines[0]?.value).toHaveLength(301)
})
