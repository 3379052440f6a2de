import { expect, test } from 'vitest'
import { createNewCode } from './new-code.ts'

test('reports a code once while it stays in the picture, and again when it returns', () => {
  const isNew = createNewCode(1_000)
  expect(isNew('a', 0)).toBe(true)
  for (let now = 900; now < 9_000; now += 900) expect(isNew('a', now)).toBe(false)
  expect(isNew('b', 9_100)).toBe(true)
  expect(isNew('a', 9_200)).toBe(true)
  expect(isNew('a', 10_199)).toBe(false)
  expect(isNew('a', 11_199)).toBe(true)
})
