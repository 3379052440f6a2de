import { expect, test } from 'vitest'
import { parseDays } from './reminder-days.ts'

test('sorts the days and removes duplicates', () => {
  expect(parseDays('14, 3;7 3', 1)).toEqual([3, 7, 14])
  expect(parseDays(' ', 1)).toEqual([])
  expect(parseDays('0', 0)).toEqual([0])
})

test.each(['0', '91', '-1', '1.5', 'three', '1 2 3 4 5 6 7 8 9 10 11'])(
  'rejects %j as days after a due date',
  (typed) => {
    expect(parseDays(typed, 1)).toBeUndefined()
  },
)
