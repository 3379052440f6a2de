import { expect, test } from 'vitest'
import { selectionAfter } from './palette-selection.ts'

test('records that arrive above the actions take the selection, for the first row is the one in sight', () => {
  expect(selectionAfter(['tsk_1', 'Search the board'], undefined)).toBe(0)
})

test('a row chosen with the arrow keys stays chosen when others arrive above it', () => {
  expect(selectionAfter(['tsk_1', 'tsk_2', 'New card'], 'New card')).toBe(2)
})

test('the first row follows a chosen one that is gone', () => {
  expect(selectionAfter(['tsk_1', 'New card'], 'tsk_2')).toBe(0)
})

test('nothing is selected where no row is', () => {
  expect(selectionAfter([], 'tsk_1')).toBe(-1)
})
