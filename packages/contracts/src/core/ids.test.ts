import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, uuidv7Hex } from './ids.ts'

// The module remembers the last time, so each run starts later than the previous one.
let clock = Date.UTC(2100, 0, 1)
const later = (millis: number): number => {
  clock += millis
  return clock
}

test('makes an id of a prefix, an underscore and the 32 hex digits of a version 7 UUID', () => {
  for (let round = 0; round < 2_000; round += 1) {
    expect(newId('task')).toMatch(/^task_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  }
})

test('puts the time in milliseconds into the first 48 bits', () => {
  const now = later(10_000)
  expect(Number.parseInt(uuidv7Hex(now).slice(0, 12), 16)).toBe(now)
})

test('sorts ids by creation within a millisecond, across milliseconds and when the clock goes back', () => {
  const steps = fc.array(fc.constantFrom(0, 0, 0, 1, 5, -3, -1_000), {
    minLength: 1,
    maxLength: 300,
  })
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

test('sorts and never repeats ids when a millisecond needs more than the counter holds', () => {
  const now = later(60_000)
  const made = Array.from({ length: 10_000 }, () => uuidv7Hex(now))
  expect(made).toEqual(made.toSorted())
  expect(new Set(made).size).toBe(made.length)
  // Only a few milliseconds are borrowed.
  expect(Number.parseInt((made.at(-1) ?? '').slice(0, 12), 16) - now).toBeLessThan(10)
})

test('varies every bit of the random part', () => {
  const made = Array.from({ length: 500 }, () => uuidv7Hex(later(1)))
  const tails = made.map((id) => BigInt(`0x${id.slice(17)}`))
  const seenSet = tails.reduce((all, tail) => all | tail, 0n)
  const seenClear = tails.reduce((all, tail) => all | ~tail, 0n)
  const everyBit = (1n << 60n) - 1n
  expect(seenSet & everyBit).toBe(everyBit)
  expect(seenClear & everyBit).toBe(everyBit)
})
