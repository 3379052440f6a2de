import { expect, test } from 'vitest'
import { nextTile } from './next-tile.ts'

test.each([
  ['ArrowRight', 1, 2],
  ['ArrowLeft', 1, 0],
  ['ArrowDown', 1, 5],
  ['ArrowUp', 5, 1],
  ['Home', 5, 0],
  ['End', 1, 9],
  ['ArrowLeft', 0, undefined],
  ['ArrowUp', 3, undefined],
  ['ArrowDown', 8, undefined],
  ['ArrowRight', 9, undefined],
  ['Home', 0, undefined],
  ['a', 1, undefined],
  ['constructor', 1, undefined],
])('moves with %s from tile %i of ten in rows of four to %s', (key, from, to) => {
  expect(nextTile(key, from, 4, 10)).toBe(to)
})
