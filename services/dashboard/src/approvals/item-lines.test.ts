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
  expect(lines.slice(1).map(({ value }) => value)).toEqual(['Mar 2, 2026', 'a', 'inv_1'])
  expect(more).toBe(0)
})

const listValues = (json: Record<string, unknown>): string[] =>
  listItemLines({ json }).lines.map(({ value }) => value)

test('shows a moment as a date and time, and other texts as they are if they are no date', () => {
  const [moment, ...others] = listValues({
    startsAt: '2026-03-02T09:00:00.000Z',
    odd: '2026-99-99T09:00:00Z',
    day: '2026-02-31',
  })
  expect(moment).toContain('2026')
  expect(moment).not.toContain('T09')
  expect(others).toEqual(['2026-99-99T09:00:00Z', '2026-02-31'])
})

test.each([
  [{ totalAmountCents: 158_628 }, ['1,586.28']],
  [{ feeCents: 5, currency: null }, ['0.05']],
  [{ feeCents: 5, currency: 'euros' }, ['0.05', 'euros']],
  [{ feeCents: 158_628, currency: 'eur' }, ['€1,586.28']],
  [{ feeCents: 500, currency: 'JPY' }, ['¥500']],
  [{ currency: 'EUR' }, ['EUR']],
  [{ feeCents: '5', currency: 'EUR' }, ['5', 'EUR']],
])('shows the amounts and currency of %j in major units', (json, values) => {
  expect(listValues(json)).toEqual(values)
})

test('shows lists, answers and objects in words', () => {
  const customer = { name: 'Kunsthalle', isNew: false, since: '2026-03-02', at: { x: 1 } }
  expect(
    listValues({
      tags: ['new', 'paid'],
      isPaid: true,
      customer,
      positions: [{ name: 'Print', unitPriceCents: 1_250 }, { name: 'Post' }],
      currency: 'EUR',
      total: { grossCents: 1_250, currency: 'usd' },
    }),
  ).toEqual([
    'new, paid',
    'Yes',
    'Name: Kunsthalle, Is new: No, Since: Mar 2, 2026, At: {"x":1}',
    'Name: Print, Unit price: €12.50; Name: Post',
    'EUR',
    'Gross: $12.50',
  ])
})

test('counts further fields and shortens long values when an item is large', () => {
  const json = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, 'x'.repeat(400)]))
  const { lines, more } = listItemLines({ json })
  expect([lines.length, more]).toEqual([12, 8])
  expect(lines[0]?.value).toHaveLength(301)
})
