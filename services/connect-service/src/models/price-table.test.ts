import { expect, test } from 'vitest'
import { calculateCost, findPrice, parsePrices } from './price-table.ts'

test("replaces list prices with the operator's prices and adds new models", () => {
  const prices = parsePrices(
    '{"gpt-5-mini":{"input":1,"output":3},"own/model":{"input":0,"output":2}}',
  )
  if (prices === undefined) throw new Error('no prices')
  expect(findPrice(prices, 'openai/gpt-5-mini')).toEqual({ inputUsd: 1, outputUsd: 3 })
  expect(findPrice(prices, 'own/model')).toEqual({ inputUsd: 0, outputUsd: 2 })
  expect(findPrice(prices, 'gpt-5')).toEqual({ inputUsd: 1.25, outputUsd: 10 })
  expect(findPrice(prices, 'of/nobody')).toBeUndefined()
})

test.each(['', 'no JSON', '[]', '{"m":{"input":-1,"output":1}}', '{"m":{"input":1}}', '{"m":2}'])(
  'returns no price table if the text cannot be read: %j',
  (text) => expect(parsePrices(text)).toBeUndefined(),
)

test('calculates the cost from prices per million tokens', () => {
  expect(calculateCost({ inputUsd: 0.25, outputUsd: 2 }, 1_000_000, 500_000)).toBe(1.25)
})
