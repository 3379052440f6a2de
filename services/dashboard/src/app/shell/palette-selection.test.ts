import { expect, test } from 'vitest'
import { selectionAfter } from './palette-selection.ts'

test('selects the first record when records arrive above the actions', () => {
  expect(selectionAfter(['tsk_1', 'Search the board'], undefined)).toBe(0)
})

test('keeps the row that a user chose with the arrow keys when other rows arrive above it', () => {
  expect(selectionAfter(['tsk_1', 'tsk_2', 'New card'], 'New card')).toBe(2)
})

test('selects the first row when the chosen row disappears', () => {
  expect(selectionAfter(['tsk_1', 'New card'], 'tsk_2')).toBe(0)
})

test('selects nothing if there are no rows', () => {
  expect(selectionAfter([], 'tsk_1')).toBe(-1)
})
