import { expect, test } from 'vitest'
import { createPacer } from './pacer.ts'

test('calls with one token begin at most three times a second, in their order', async () => {
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

test('another token does not wait', async () => {
  // One call in ten minutes: a waiting call would not end within the test.
  const pace = createPacer(1 / 600)
  await pace('one')
  await pace('two')
})
