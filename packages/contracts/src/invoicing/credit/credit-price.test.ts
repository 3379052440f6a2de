import fc from 'fast-check'
import { expect, test } from 'vitest'
import { creditsOfCost, creditsOfSpeech } from './credit-price.ts'

test('charges 1,000 credits per dollar, rounded up to a whole credit', () => {
  expect([0, 0.000_2, 0.3, 0.1 + 0.2, 1, 1.000_4].map(creditsOfCost)).toEqual([
    0, 1, 300, 300, 1_000, 1_001,
  ])
})

test('prices speech from the provider’s credits with a markup of 1.2', () => {
  expect(creditsOfSpeech(10, 0.005)).toBe(60)
  expect(creditsOfSpeech(1, 0.005)).toBe(6)
  expect(creditsOfSpeech(0, 0.005)).toBe(0)
})

test('prices at least the cost and less than a credit above it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (micros) => {
      const credits = creditsOfCost(micros / 1_000_000)
      expect(credits * 1_000).toBeGreaterThanOrEqual(micros)
      expect(credits * 1_000).toBeLessThan(micros + 1_000)
    }),
  )
})
