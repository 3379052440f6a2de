import { afterEach, expect, it } from 'vitest'
import { createPatternMatches } from './pattern-matches.ts'

const patterns = createPatternMatches()
afterEach(() => patterns.stop())

it('matches in a thread, one lane after the other, and fails only the rejected pattern', async () => {
  const hostile = '(?:[ab]*a[ab]{20}){10}c'
  const order: string[] = []
  const flood = Array.from({ length: 4 }, () =>
    patterns
      .of('flood')(hostile, 'ab'.repeat(20_000))
      .then((result) => {
        order.push('flood')
        return result
      }),
  )
  const other = patterns
    .of('other')('b$', 'ab')
    .then((result) => {
      order.push('other')
      return result
    })
  const wrong = patterns.of('other')('(?=a)', 'ab')
  let turns = 0
  const beat = setInterval(() => {
    turns += 1
  }, 1)
  expect(await other).toMatchObject({ found: true })
  await expect(wrong).rejects.toThrow('This pattern is not valid')
  for (const result of await Promise.all(flood)) {
    expect(result.found).toBe(false)
    expect(result.millis).toBeGreaterThanOrEqual(0)
  }
  clearInterval(beat)
  expect(turns).toBeGreaterThan(0)
  expect(order.indexOf('other')).toBeLessThan(3)
  await patterns.stop()
  await expect(patterns.of('other')('a', 'a')).rejects.toThrow('stopping')
})
