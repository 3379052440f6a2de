import { defaultColumns } from '@atrium/contracts'
import { expect, test } from 'vitest'
import { isInColumn, moveTo, toColumns } from './columns.ts'

const own = toColumns(
  [
    { id: 'ideas', name: 'Ideas', status: 'todo' },
    { id: 'next', name: 'Next', status: 'todo' },
    { id: 'doing', name: 'Doing', status: 'doing' },
  ],
  false,
)
const ids = (columns: typeof own) => columns.map(({ id }) => id)
const find = (id: string) => own.find((column) => column.id === id) ?? own[0]

test('keeps a default column for each status that the organisation left out', () => {
  expect(ids(own)).toEqual(['ideas', 'next', 'doing', 'done', 'failed'])
  expect(ids(toColumns(defaultColumns, true)).at(-1)).toBe('archived')
})

test('shows a card in its column, and in the first column of its status if it has none', () => {
  const places = (card: Parameters<typeof isInColumn>[1]) =>
    own.filter((column) => isInColumn(column, card)).map(({ id }) => id)
  expect(places({ status: 'todo', columnId: null })).toEqual(['ideas'])
  expect(places({ status: 'todo', columnId: 'next' })).toEqual(['next'])
  expect(places({ status: 'draft', columnId: 'gone' })).toEqual(['ideas'])
  expect(places({ status: 'posted', columnId: null })).toEqual(['done'])
})

test('changes the status only if a card does not fit the column', () => {
  const move = (id: string, ...statuses: Array<'todo' | 'enriched' | 'done'>) => {
    const column = find(id)
    return (
      column &&
      moveTo(
        column,
        statuses.map((status) => ({ status })),
      )
    )
  }
  expect(move('next', 'enriched')).toEqual({ columnId: 'next' })
  expect(move('next', 'todo', 'done')).toEqual({ status: 'todo', columnId: 'next' })
  expect(move('ideas', 'todo')).toEqual({ columnId: null })
  expect(move('doing', 'todo')).toEqual({ status: 'doing' })
})
