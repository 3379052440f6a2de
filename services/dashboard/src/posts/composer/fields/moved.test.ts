import { expect, test } from 'vitest'
import { moved } from './moved.ts'

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
  [0, -1, ['a', 'b', 'c']],
  [2, 3, ['a', 'b', 'c']],
])('moves the item at index %d to %d', (from, to, items) => {
  expect(moved(['a', 'b', 'c'], from, to)).toEqual(items)
})
