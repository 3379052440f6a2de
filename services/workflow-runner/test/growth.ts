import { expect } from 'vitest'

const millisOf = async (work: () => unknown): Promise<number> => {
  const started = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1_000
}

// What a collection of garbage or a first compilation may add at any size.
const noiseMs = 250

/**
 * Runs work of size n and 2n and requires that twice as much takes less than four times as long: processor time of
 * this thread, so that the speed of the machine and what else goes on there do not count.
 */
export async function expectLinear(
  name: string,
  largest: number,
  prepare: (size: number) => () => unknown,
): Promise<void> {
  const half = Math.floor(largest / 2)
  await millisOf(prepare(Math.floor(largest / 64)))
  const single = await millisOf(prepare(half))
  const double = await millisOf(prepare(largest))
  expect(double, `${name}: ${single} ms for ${half}, ${double} ms for ${largest}`).toBeLessThan(
    4 * single + noiseMs,
  )
}
