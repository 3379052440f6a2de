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
const column = { statuses: ['todo'] } as const
const ids = (pages: ColumnPages) => flattenCards(pages).map(({ id }) => id)
const totals = (pages: ColumnPages) => pages.pages.map(({ total }) => total)

test('a changed card keeps its place', () => {
  const pages = withCard(
    buildPages([card('a'), card('b')], [card('c')]),
    { ...card('b'), title: 'new' },
    column,
  )
  expect(flattenCards(pages).map(({ title }) => title)).toEqual(['a', 'new', 'c'])
  expect(totals(pages)).toEqual([3, 3])
})

test('a card that came from another column is on top and counts', () => {
  const pages = withCard(buildPages([card('a')], [card('b')]), card('c'), column)
  expect(ids(pages)).toEqual(['c', 'a', 'b'])
  expect(totals(pages)).toEqual([3, 3])
})

test('a card that went to another column is gone and does not count', () => {
  const pages = withCard(buildPages([card('a'), card('b')]), card('a', 'done'), column)
  expect(ids(pages)).toEqual(['b'])
  expect(totals(pages)).toEqual([1])
})

test('a column without the card stays the same object', () => {
  const pages = buildPages([card('a')])
  expect(withoutCard(pages, 'b')).toBe(pages)
})

test('a card that moved to the next page between two reads is shown once', () => {
  expect(ids(buildPages([card('a'), card('b')], [card('b'), card('c')]))).toEqual(['a', 'b', 'c'])
})
