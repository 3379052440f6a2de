import { expect, test } from 'vitest'
import { paymentCodeRows } from './payment-code.ts'

test('encodes a text as a square of modules', () => {
  const rows = paymentCodeRows('BCD\n002')
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.every((row) => row.length === rows.length)).toBe(true)
})
