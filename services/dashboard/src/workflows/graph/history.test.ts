import { expect, test } from 'vitest'
import { advance, createHistory, redo, undo } from './history.ts'

const step = { kind: undefined, at: 0 }

test('undo and redo go through the steps and back', () => {
  const three = advance(advance(createHistory(1), 2, step), 3, step)
  expect(undo(three).present).toBe(2)
  expect(undo(undo(three)).present).toBe(1)
  expect(undo(undo(undo(three))).present).toBe(1)
  expect(redo(undo(three)).present).toBe(3)
  expect(redo(three)).toBe(three)
})

test('a new step ends what could be redone', () => {
  const other = advance(undo(advance(createHistory(1), 2, step)), 9, step)
  expect(redo(other).present).toBe(9)
  expect(undo(other).present).toBe(1)
})

test('typing into one field is one step, until a pause or another field', () => {
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

test('a change that changes nothing is no step', () => {
  const history = createHistory(1)
  expect(advance(history, 1, step)).toBe(history)
})

test('typing goes on as a new step after an undo', () => {
  const typed = advance(createHistory('a'), 'ab', { kind: 'title', at: 0 })
  const again = advance(undo(typed), 'ax', { kind: 'title', at: 10 })
  expect(undo(again).present).toBe('a')
})
