import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBatches } from './batches.ts'

async function* source(items: readonly number[], yieldEvery: number, failure?: Error) {
  for (const item of items) {
    if (item % yieldEvery === 0) await turn()
    yield item
  }
  if (failure !== undefined) throw failure
}

test('yields every item once and in order in batches that are neither empty nor too large', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 7 }),
      async (count, size, yieldEvery, slowness) => {
        const items = Array.from({ length: count }, (_, index) => index)
        const batches: number[][] = []
        for await (const batch of readBatches(source(items, yieldEvery), size)) {
          batches.push(batch)
          if (batches.length % slowness === 0) await turn()
        }
        expect(batches.flat()).toEqual(items)
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0)
          expect(batch.length).toBeLessThanOrEqual(size)
        }
      },
    ),
  )
})

test('yields the items that came first and then throws when the source fails', async () => {
  const seen: number[] = []
  const reading = async () => {
    for await (const batch of readBatches(source([1, 2, 3], 1, new Error('gone')), 2))
      seen.push(...batch)
  }
  await expect(reading()).rejects.toThrow('gone')
  expect(seen).toEqual([1, 2, 3])
})

test('reads at most one batch ahead when the reader is slow', async () => {
  let taken = 0
  async function* endless() {
    for (;;) {
      taken += 1
      yield taken
    }
  }
  for await (const batch of readBatches(endless(), 10)) {
    await turn()
    expect(taken).toBeLessThanOrEqual((batch.at(-1) ?? 0) + 11)
    if (taken > 100) break
  }
})
