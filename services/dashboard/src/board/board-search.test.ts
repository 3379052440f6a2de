import { expect, test } from 'vitest'
import { BoardSearch, toView } from './board-search.ts'

test('an address with one kind or tag and one with several mean the same list', () => {
  expect(BoardSearch.parse({ kind: 'link', tag: ' a ' })).toMatchObject({
    kind: ['link'],
    tag: ['a'],
  })
  expect(BoardSearch.parse({ kind: ['link', 'task'] }).kind).toEqual(['link', 'task'])
})

test('wrong parts of an address are left out, the rest stays', () => {
  const search = BoardSearch.parse({
    kind: 'ship',
    tag: 5,
    due: 'soon',
    q: 'mast',
    archived: 'yes',
  })
  expect(search).toEqual({ q: 'mast' })
})

test('a view is the address without the open card, forms and empty parts', () => {
  const search = BoardSearch.parse({
    q: '',
    kind: 'post',
    archived: false,
    card: 'task_1',
    create: true,
  })
  expect(toView(search)).toEqual({ kind: ['post'] })
})
