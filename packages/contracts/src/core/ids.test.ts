import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, uuidv7Hex } from './ids.ts'

// The module keeps the last time it has seen; each run begins later than the one before.
let clock = Date.UTC(2100, 0, 1)
const later = (millis: number): number => {
  clock += millis
  return clock
}

test('an id is its prefix, an underscore and the 32 hex digits of a version 7 UUID', () => {
  for (let round = 0; round < 2_000; round += 1) {
    expect(newId('task')).toMatch(/^task_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  }
})

test('the first 48 bits are the time in milliseconds', () => {
  const now = later(10_000)
  expect(Number.parseInt(uuidv7Hex(now).slice(0, 12), 16)).toBe(now)
})

test('ids sort by creation: within a millisecond, across milliseconds, and when the clock goes back', () => {
  const steps = fc.array(fc.constantFrom(0, 0, 0, 1, 5, -3, -1_000), { minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(steps, (changes) => {
      let now = later(5_000)
      const made = changes.map((change) => {
        now += change
        return uuidv7Hex(now)
      })
      expect(made).toEqual(made.toSorted())
      expect(new Set(made).size).toBe(made.length)
    }),
  )
})

test('more ids in one millisecond than the counter holds still sort and never repeat', () => {
  const now = later(60_000)
  const made = Array.from({ length: 10_000 }, () => uuidv7Hex(now))
  expect(made).toEqual(made.toSorted())
  expect(new Set(made).size).toBe(made.length)
  // The borrowed time is a few milliseconds, not more.
  expect(Number.parseInt((made.at(-1) ?? '').slice(0, 12), 16) - now).toBeLessThan(10)
})

test('the random part differs from id to id in every bit', () => {
  const made = Array.from({ length: 500 }, () => uuidv7Hex(later(1)))
  const tails = made.map((id) => BigInt(`0x${id.slice(17)}`))
  const seenSet = tails.reduce((all, tail) => all | tail, 0n)
  const seenClear = tails.reduce((all, tail) => all | ~tail, 0n)
  const everyBit = (1n << 60n) - 1n
  expect(seenSet & everyBit).toBe(everyBit)
  expect(seenClear & everyBit).toBe(everyBit)
})
