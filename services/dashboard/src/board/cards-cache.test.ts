import type { Card } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { type ColumnPages, flattenCards, withCard, withoutCard } from './cards-cache.ts'

const card = (id: string, status: Card['status'] = 'todo'): Card => ({
  id,
  kind: 'task',
  title: id,
  body: '',
  status,
  tags: [],
  dueDate: null,
  dueAllDay: false,
  dueOn: null,
  destination: null,
  fields: {},
  ownerId: 'usr_1',
  assigneeId: null,
  customerId: null,
  columnId: null,
  orgId: 'org_1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
})
const buildPages = (...pages: Card[][]): ColumnPages => ({
  pages: pages.map((items, index) => ({
    items,
    total: pages.flat().length,
    limit: 100,
    offset: index * 100,
  })),
  pageParams: pages.map((_, index) => index * 100),
})
const column = { id: 'todo', statuses: ['todo'], others: [] } as const
const ids = (pages: ColumnPages) => flattenCards(pages).map(({ id }) => id)
const totals = (pages: ColumnPages) => pages.pages.map(({ total }) => total)

test('keeps a changed card at its position', () => {
  const pages = withCard(
    buildPages([card('a'), card('b')], [card('c')]),
    { ...card('b'), title: 'new' },
    column,
  )
  expect(flattenCards(pages).map(({ title }) => title)).toEqual(['a', 'new', 'c'])
  expect(totals(pages)).toEqual([3, 3])
})

test('puts a card on top and counts it when it comes from another column', () => {
  const pages = withCard(buildPages([card('a')], [card('b')]), card('c'), column)
  expect(ids(pages)).toEqual(['c', 'a', 'b'])
  expect(totals(pages)).toEqual([3, 3])
})

test('removes and does not count a card when it moves to another column', () => {
  const pages = withCard(buildPages([card('a'), card('b')]), card('a', 'done'), column)
  expect(ids(pages)).toEqual(['b'])
  expect(totals(pages)).toEqual([1])
})

test('returns the same object if the column does not contain the card', () => {
  const pages = buildPages([card('a')])
  expect(withoutCard(pages, 'b')).toBe(pages)
})

test('lists a card once if it moved to the next page between two reads', () => {
  expect(ids(buildPages([card('a'), card('b')], [card('b'), card('c')]))).toEqual(['a', 'b', 'c'])
})
