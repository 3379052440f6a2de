import { expect, test } from 'vitest'
import { postsPerDay } from './month-room.ts'

test('shows as many posts a day as fit the height of its week, but at least two', () => {
  expect(postsPerDay(0, 5)).toBe(2)
  expect(postsPerDay(638, 6)).toBe(2)
  expect(postsPerDay(638, 5)).toBe(2)
  expect(postsPerDay(732, 5)).toBe(3)
  expect(postsPerDay(732, 4)).toBe(4)
})
