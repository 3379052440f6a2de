import { expect } from 'vitest'

const rounds = 3
// Garbage collection and first compilation add up to this at any size.
const noiseMs = 250

/**
 * Returns this thread's processor time in milliseconds, so other work on the machine does not
 * count.
 */
async function measureMillis(work: () => unknown): Promise<number> {
  const started = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(started)
  return (user + system) / 1_000
}

/**
 * Throws unless work grows linearly with its input. Four times the input may cost ten times the
 * processor time, because a quadratic reader needs sixteen times. `prepare` builds the input
 * outside the measurement. The quickest of three rounds counts.
 */
export async function expectLinear(
  name: string,
  largest: number,
  prepare: (size: number) => () => unknown,
): Promise<void> {
  const size = Math.floor(largest / 4)
  let large = await measureMillis(prepare(4 * size))
  // A result within the noise always passes.
  if (large < noiseMs) return
  let small = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1)
    small = Math.min(small, await measureMillis(prepare(size)))
  const bound = 10 * small + noiseMs
  for (let round = 1; round < rounds && large > bound; round += 1) {
    large = Math.min(large, await measureMillis(prepare(4 * size)))
  }
  expect(large, `${name}: ${small} ms for ${size}, ${large} ms for ${4 * size}`).toBeLessThan(bound)
}
