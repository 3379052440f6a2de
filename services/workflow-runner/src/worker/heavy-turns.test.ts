import { expect, it } from 'vitest'
import { createHeavyTurns } from './heavy-turns.ts'

const hold = (millis: number): void => {
  const from = process.threadCpuUsage()
  while (process.threadCpuUsage(from).user < millis * 1_000) {
    // Holds the process, as a hostile pattern does.
  }
}

it('other work gets its turn between two heavy pieces, however many are waiting', async () => {
  const turns = createHeavyTurns()
  let others = 0
  const timer = setInterval(() => others++, 5)
  const started = performance.now()
  const results = await Promise.all(Array.from({ length: 4 }, () => turns(() => hold(60))))
  clearInterval(timer)
  expect(results.every(({ millis }) => millis >= 60)).toBe(true)
  expect(performance.now() - started).toBeGreaterThan(4 * 60 + 3 * 180 - 20)
  expect(others).toBeGreaterThan(40)
})

it('work that throws rejects its own caller and lets the next one in', async () => {
  const turns = createHeavyTurns()
  const broken = turns(() => {
    throw new Error('no')
  })
  const next = turns(() => 7)
  await expect(broken).rejects.toThrow('no')
  expect((await next).value).toBe(7)
})
