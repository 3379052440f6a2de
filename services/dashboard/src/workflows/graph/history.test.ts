import { expect, test } from 'vitest'
import { advance, createHistory, redo, undo } from './history.ts'

const step = { kind: undefined, at: 0 }

test('goes back with undo and forward with redo', () => {
  const three = advance(advance(createHistory(1), 2, step), 3, step)
  expect(undo(three).present).toBe(2)
  expect(undo(undo(three)).present).toBe(1)
  expect(undo(undo(undo(three))).present).toBe(1)
  expect(redo(undo(three)).present).toBe(3)
  expect(redo(three)).toBe(three)
})

test('drops the steps that could be redone when a new step is made', () => {
  const other = advance(undo(advance(createHistory(1), 2, step)), 9, step)
  expect(redo(other).present).toBe(9)
  expect(undo(other).present).toBe(1)
})

test('joins typing into one step until the user pauses or changes to another field', () => {
  const typed = advance(advance(createHistory('a'), 'ab', { kind: 'title', at: 0 }), 'abc', {
    kind: 'title',
    at: 900,
  })
  expect(undo(typed).present).toBe('a')
  const later = advance(typed, 'abcd', { kind: 'title', at: 5_000 })
  expect(undo(later).present).toBe('abc')
  const elsewhere = advance(typed, 'abc!', { kind: 'body', at: 950 })
  expect(undo(elsewhere).present).toBe('abc')
})

test('adds no step if nothing changes', () => {
  const history = createHistory(1)
  expect(advance(history, 1, step)).toBe(history)
})

test('adds a new step when the user types after an undo', () => {
  const typed = advance(createHistory('a'), 'ab', { kind: 'title', at: 0 })
  const again = advance(undo(typed), 'ax', { kind: 'title', at: 10 })
  expect(undo(again).present).toBe('a')
})
