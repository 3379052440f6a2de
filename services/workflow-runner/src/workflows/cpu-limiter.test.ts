import { expect, it } from 'vitest'
import { createCpuLimiter } from './cpu-limiter.ts'

const hold = (millis: number): number => {
  const from = process.threadCpuUsage()
  for (;;) {
    // Holds the process, as a hostile pattern does.
    const used = process.threadCpuUsage(from).user / 1_000
    if (used >= millis) return used
  }
}

it('other work gets its turn between two slow pieces, however many wait', async () => {
  const limit = createCpuLimiter()
  let others = 0
  const timer = setInterval(() => others++, 5)
  const started = performance.now()
  const results = await Promise.all(Array.from({ length: 4 }, () => limit(() => hold(60))))
  clearInterval(timer)
  expect(results.every((millis) => millis >= 60)).toBe(true)
  expect(performance.now() - started).toBeGreaterThan(4 * 60 + 3 * 180 - 20)
  expect(others).toBeGreaterThan(40)
})

it('work that throws rejects its own caller and lets the next one in', async () => {
  const limit = createCpuLimiter()
  const broken = limit(() => {
    throw new Error('no')
  })
  const next = limit(() => 7)
  await expect(broken).rejects.toThrow('no')
  expect(await next).toBe(7)
})
