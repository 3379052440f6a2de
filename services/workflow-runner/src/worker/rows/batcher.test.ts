import { expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

it('batches the values that arrive during a batch and returns each its own result', async () => {
  const sizes: number[] = []
  const double = createBatcher<number, number>(
    async (values) => {
      sizes.push(values.length)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return values.map((value) => value * 2)
    },
    { limit: 10, parallel: 1 },
  )
  const answers = await Promise.all(Array.from({ length: 25 }, (_, at) => double(at)))
  expect(answers).toEqual(Array.from({ length: 25 }, (_, at) => at * 2))
  expect(sizes.length).toBeLessThan(6)
  expect(Math.max(...sizes)).toBe(10)
})

it('fails the whole batch without a retry if the error concerns every value', async () => {
  let tries = 0
  const write = createBatcher<number, string>(
    async () => {
      tries += 1
      throw new Error('away')
    },
    {
      limit: 10,
      parallel: 1,
      common: (error) => error instanceof Error && error.message === 'away',
    },
  )
  const answers = await Promise.allSettled([1, 2, 3, 4].map(write))
  expect(answers.map((each) => each.status)).toEqual(Array.from({ length: 4 }, () => 'rejected'))
  expect(tries).toBe(1)
})

it('fails only the faulty value', async () => {
  const write = createBatcher<number, string>(
    async (values) => {
      if (values.includes(3)) throw new Error('three')
      return values.map(String)
    },
    { limit: 10, parallel: 2 },
  )
  const answers = await Promise.allSettled([1, 2, 3, 4].map(write))
  expect(answers.map((each) => each.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})

it('keeps a batch below its weight limit unless it holds a single value', async () => {
  const batches: number[][] = []
  const write = createBatcher<number, number>(
    async (values) => {
      batches.push([...values])
      return values
    },
    { limit: 10, parallel: 1, weight: { of: (value) => value, most: 10 } },
  )
  expect(await Promise.all([4, 5, 6, 50, 1, 9, 1].map(write))).toEqual([4, 5, 6, 50, 1, 9, 1])
  expect(batches).toEqual([[4, 5], [6], [50], [1, 9], [1]])
})
