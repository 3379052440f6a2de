import { expect, test } from 'vitest'
import { createPacer } from './pacer.ts'

test('starts at most three calls a second per token, in order', async () => {
  const pace = createPacer(3)
  const begun: { index: number; at: number }[] = []
  const started = performance.now()
  await Promise.all(
    [0, 1, 2, 3].map(async (index) => {
      await pace('token')
      begun.push({ index, at: performance.now() - started })
    }),
  )
  expect(begun.map(({ index }) => index)).toEqual([0, 1, 2, 3])
  expect(begun[3]?.at).toBeGreaterThanOrEqual(999)
})

test('does not delay a call with another token', async () => {
  // At one call in ten minutes, a delayed call would not finish within the test.
  const pace = createPacer(1 / 600)
  await pace('one')
  await pace('two')
})
