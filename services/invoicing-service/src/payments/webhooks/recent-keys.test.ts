import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRecentKeys } from './recent-keys.ts'

test('the last keys are known, others never were, and no more than twice the size is held', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 }).map(String), { maxLength: 200 }), (keys) => {
      const recent = createRecentKeys(10)
      for (const key of keys) recent.add(key)
      for (const key of keys.slice(-10)) expect(recent.has(key)).toBe(true)
      const known = Array.from({ length: 61 }, (_, n) => String(n)).filter((key) => recent.has(key))
      expect(known.every((key) => keys.includes(key))).toBe(true)
      expect(known.length).toBeLessThanOrEqual(20)
    }),
  )
})
