import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSlidingCounter } from './sliding-counter.ts'
import { millisUntilBelow, usedOf, windowMs } from './usage.ts'

const usage = fc.record({
  before: fc.nat({ max: 700 }),
  here: fc.nat({ max: 700 }),
  elapsed: fc.double({ min: 0, max: 1, noNaN: true }),
})
const limit = fc.integer({ min: 1, max: 700 })

test('whoever waits as long as told has room for a request, and not much earlier', () => {
  fc.assert(
    fc.property(usage, limit, (used, allowed) => {
      const wait = millisUntilBelow(used, allowed)
      const after = (millis: number) => {
        const elapsed = used.elapsed + millis / windowMs
        if (elapsed < 1) return usedOf({ ...used, elapsed })
        return elapsed < 2 ? usedOf({ before: used.here, here: 0, elapsed: elapsed - 1 }) : 0
      }
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThanOrEqual(2 * windowMs)
      expect(after(wait + 1)).toBeLessThan(allowed)
      if (wait > 100) expect(after(wait - 100)).toBeGreaterThanOrEqual(allowed - 1)
    }),
  )
})

test('what is used never falls below the requests of the current window nor above both windows together', () => {
  fc.assert(
    fc.property(usage, (used) => {
      expect(usedOf(used)).toBeGreaterThanOrEqual(used.here)
      expect(usedOf(used)).toBeLessThanOrEqual(used.here + used.before)
    }),
  )
})

test('a burst across the turn of a window counts as one', () => {
  const counter = createSlidingCounter(10)
  const turn = 100 * windowMs
  for (let index = 0; index < 60; index += 1) counter.add('a', turn - 10)
  for (let index = 0; index < 60; index += 1) counter.add('a', turn + 10)
  expect(usedOf(counter.usage('a', turn + 10))).toBe(120)
})

test('a minute of silence forgets everything', () => {
  const counter = createSlidingCounter(10)
  counter.add('a', 5 * windowMs)
  expect(usedOf(counter.usage('a', 7 * windowMs))).toBe(0)
  expect(counter.size()).toBe(0)
})

test('memory is bounded however many keys there are, and known keys go on being counted', () => {
  const counter = createSlidingCounter(100)
  counter.add('known', windowMs)
  for (let index = 0; index < 5_000; index += 1) counter.add(`key ${index}`, windowMs)
  expect(counter.size()).toBe(100)
  counter.add('known', windowMs)
  expect(usedOf(counter.usage('known', windowMs))).toBe(2)
})

test('what another replica counted is added to the window that it names', () => {
  const counter = createSlidingCounter(10)
  const now = 50 * windowMs + 1_000
  counter.add('a', now)
  counter.merge(50, 'a', 5, now)
  counter.merge(49, 'a', 7, now)
  counter.merge(48, 'a', 1_000, now)
  counter.merge(51, 'a', 1_000, now)
  expect(counter.usage('a', now)).toMatchObject({ here: 6, before: 7 })
})
