import { expect, test } from 'vitest'
import { createByteBudget } from './byte-budget.ts'

test('starts work only when its bytes fit next to the work that runs', async () => {
  const hold = createByteBudget(100, 5_000)
  let [held, most] = [0, 0]
  const work = (bytes: number) =>
    hold(bytes, async () => {
      held += bytes
      most = Math.max(most, held)
      await new Promise((resolve) => setImmediate(resolve))
      held -= bytes
      return bytes
    })
  expect(await Promise.all([60, 30, 50, 10, 100].map(work))).toEqual([60, 30, 50, 10, 100])
  expect(most).toBe(100)
})

test('refuses work when it waits too long, and lets the next work start', async () => {
  const hold = createByteBudget(100, 20)
  let end: () => void = () => undefined
  const first = hold(60, () => new Promise<void>((resolve) => (end = resolve)))
  const refused = hold(80, async () => 'never').catch(({ class: kind }) => kind)
  const small = hold(40, async () => 'small')
  expect([await refused, await small]).toEqual(['retry', 'small'])
  end()
  await first
  expect(await hold(500, async () => 'as much as there is')).toBe('as much as there is')
})
