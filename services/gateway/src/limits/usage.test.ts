import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSlidingCounter } from './sliding-counter.ts'
import {
  countUsed,
  millisUntilBelow,
  sliceAt,
  sliceMs,
  slicesPerMinute,
  type Usage,
} from './usage.ts'

const minuteMs = 60_000
const count = fc.oneof(fc.constant(0), fc.nat({ max: 300 }))
const usage: fc.Arbitrary<Usage> = fc.record({
  counts: fc.array(count, { minLength: slicesPerMinute + 1, maxLength: slicesPerMinute + 1 }),
  elapsed: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
})
const limit = fc.integer({ min: 1, max: 700 })

function later({ counts, elapsed }: Usage, millis: number): Usage {
  const passed = elapsed + millis / sliceMs
  const turns = Math.floor(passed)
  return {
    counts: [...Array.from({ length: turns }, () => 0), ...counts].slice(0, slicesPerMinute + 1),
    elapsed: passed - turns,
  }
}

test('has room when the returned wait ends, and not much earlier', () => {
  fc.assert(
    fc.property(usage, limit, (used, allowed) => {
      const wait = millisUntilBelow(used, allowed)
      const after = (millis: number) => countUsed(later(used, millis))
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThanOrEqual(minuteMs + sliceMs)
      expect(after(wait + 1)).toBeLessThan(allowed)
      if (wait > 100) expect(after(wait - 100)).toBeGreaterThanOrEqual(allowed - 1)
    }),
  )
})

test('counts all requests of the last 55 seconds and none older than 65', () => {
  const moments = fc.array(fc.nat({ max: 180_000 }), { maxLength: 200 })
  fc.assert(
    fc.property(moments, fc.nat({ max: 200_000 }), (times, start) => {
      const counter = createSlidingCounter(10)
      const sent = times.map((time) => 1_000 * minuteMs + start + time).sort((a, b) => a - b)
      for (const [index, now] of sent.entries()) {
        counter.add('a', now)
        const used = countUsed(counter.usage('a', now))
        const since = (millis: number) =>
          sent.slice(0, index + 1).filter((at) => at > now - millis).length
        expect(used).toBeGreaterThanOrEqual(since(55_000))
        expect(used).toBeLessThanOrEqual(since(65_000))
      }
    }),
  )
})

test('limits a burst at any clock position, even if requests came before it', () => {
  for (let start = 0; start < minuteMs; start += 700) {
    const counter = createSlidingCounter(10)
    const now = 100 * minuteMs + start
    counter.add('a', now)
    for (let index = 1; index < 600; index += 1) counter.add('a', now + 15_000 + index * 60)
    expect(countUsed(counter.usage('a', now + 54_000))).toBe(600)
  }
})

test('forgets everything after a minute of silence', () => {
  const counter = createSlidingCounter(10)
  counter.add('a', 5 * minuteMs)
  expect(countUsed(counter.usage('a', 6 * minuteMs - 1))).toBe(1)
  expect(countUsed(counter.usage('a', 6 * minuteMs + sliceMs))).toBe(0)
  counter.usage('a', 9 * minuteMs)
  expect(counter.size()).toBe(0)
})

test('bounds the memory for any number of keys and keeps counting known keys', () => {
  const counter = createSlidingCounter(100)
  counter.add('known', minuteMs)
  for (let index = 0; index < 5_000; index += 1) counter.add(`key ${index}`, minuteMs)
  expect(counter.size()).toBe(100)
  counter.add('known', minuteMs)
  expect(countUsed(counter.usage('known', minuteMs))).toBe(2)
})

test("adds another replica's counts to the slice it names", () => {
  const counter = createSlidingCounter(10)
  const now = 50 * minuteMs + 1_000
  const slice = sliceAt(now)
  counter.add('a', now)
  counter.merge(slice, 'a', 5, now)
  counter.merge(slice - 2, 'a', 7, now)
  counter.merge(slice - slicesPerMinute - 1, 'a', 1_000, now)
  counter.merge(slice + 1, 'a', 1_000, now)
  expect(counter.usage('a', now).counts.slice(0, 4)).toEqual([6, 0, 7, 0])
  expect(countUsed(counter.usage('a', now))).toBe(13)
})
