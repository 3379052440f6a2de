import { expect, test } from 'vitest'
import { BoardSearch, toView } from './board-search.ts'

test('uses the same list if the address has one kind or tag, or several', () => {
  expect(BoardSearch.parse({ kind: 'link', tag: ' a ' })).toMatchObject({
    kind: ['link'],
    tag: ['a'],
  })
  expect(BoardSearch.parse({ kind: ['link', 'task'] }).kind).toEqual(['link', 'task'])
})

test('leaves out invalid parts of an address and keeps the rest', () => {
  const search = BoardSearch.parse({
    kind: 'ship',
    tag: 5,
    due: 'soon',
    q: 'mast',
    archived: 'yes',
  })
  expect(search).toEqual({ q: 'mast' })
})

test('leaves the open card, forms and empty parts out of a view', () => {
  const search = BoardSearch.parse({
    q: '',
    kind: 'post',
    archived: false,
    card: 'task_1',
    create: true,
  })
  expect(toView(search)).toEqual({ kind: ['post'] })
})
