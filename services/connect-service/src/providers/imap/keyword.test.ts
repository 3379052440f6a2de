import { expect, test } from 'vitest'
import { toKeyword } from './keyword.ts'

test('keeps long labels apart when they begin with the same letters', () => {
  const one = toKeyword(`${'ж'.repeat(40)} one`)
  const other = toKeyword(`${'ж'.repeat(40)} two`)
  expect(one).not.toBe(other)
  expect([one.length, other.length]).toEqual([200, 200])
  expect(toKeyword('Erledigt für heute')).toBe('erledigt_f=c3=bcr_heute')
})
