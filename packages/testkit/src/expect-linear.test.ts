import { expect, test } from 'vitest'
import { expectLinear } from './expect-linear.ts'

const spend = (millis: number): void => {
  const started = process.threadCpuUsage()
  for (;;) {
    const { user, system } = process.threadCpuUsage(started)
    if (user + system >= millis * 1_000) return
  }
}

test('passes linear work and fails quadratic work', async () => {
  await expectLinear('linear', 300, (size) => () => spend(size))
  await expect(expectLinear('quadratic', 32, (size) => () => spend(size ** 2))).rejects.toThrow(
    'quadratic',
  )
  // Five seconds of processor time. A busy machine needs far longer for them.
})
