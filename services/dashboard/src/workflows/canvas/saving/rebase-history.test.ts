import { expect, test } from 'vitest'
import { advance, createHistory, redo, undo } from '../../graph/history.ts'
import type { Drawing } from './drawing.ts'
import { rebaseHistory } from './rebase-history.ts'

const draw = (...titles: string[]): Drawing => ({
  name: 'Thanks',
  description: null,
  graph: {
    nodes: titles.map((title, index) => ({
      id: `n${index}`,
      type: 'create_card',
      name: `Card ${index}`,
      params: { title },
      position: { x: 0, y: 0 },
    })),
    edges: [],
  },
})
const base = draw('Call', 'Write')
const step = { kind: undefined, at: 0 }

test('keeps the saved work of the other user when the user undoes and redoes', () => {
  const history = advance(createHistory(base), draw('Call the baker', 'Write'), step)
  const theirs = draw('Call', 'Write a letter')
  const present = draw('Call the baker', 'Write a letter')
  const rebased = rebaseHistory(history, { base, theirs, present })
  expect(undo(rebased).present).toEqual(theirs)
  expect(redo(undo(rebased)).present).toEqual(present)
  expect(rebaseHistory(undo(history), { base, theirs, present: theirs }).future).toEqual([present])
})

test('offers no undo when a newer version replaces an unchanged drawing', () => {
  const { past, present } = rebaseHistory(createHistory(base), {
    base,
    theirs: draw('Call', 'Sing'),
    present: draw('Call', 'Sing'),
  })
  expect({ past, present }).toEqual({ past: [], present: draw('Call', 'Sing') })
})

test('brings back an own value only if the user chose it over the other one', () => {
  const first = advance(createHistory(base), draw('Mine 1', 'Write'), step)
  const history = advance(first, draw('Mine 2', 'Write'), step)
  const theirs = draw('Theirs', 'Write')
  const other = rebaseHistory(history, { base, theirs, present: theirs })
  expect(other.past).toEqual([])
  const own = rebaseHistory(history, {
    base,
    theirs,
    present: draw('Mine 2', 'Write'),
    ownParts: new Set(['step n0']),
  })
  expect(own.past).toEqual([theirs, draw('Mine 1', 'Write')])
})

test('drops the history if its base is unknown', () => {
  const history = advance(createHistory(base), draw('Mine', 'Write'), step)
  const rebased = rebaseHistory(history, { base: undefined, theirs: base, present: base })
  expect(rebased).toEqual(createHistory(base))
})
