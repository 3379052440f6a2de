import { expect, test } from 'vitest'
import { paymentReference } from './payment-reference.ts'

// Computed by hand with ISO 7064. The first one is the example of the standard.
test.each([
  ['539007547034', 'RF18539007547034'],
  ['INV-2026-000001', 'RF94INV2026000001'],
  ['inv/2026 000001', 'RF94INV2026000001'],
  ['', null],
  ['–', null],
  [null, null],
  ['1234567890-1234567890-12', null],
])('makes the RF reference of %s', (number, reference) => {
  expect(paymentReference(number)).toBe(reference)
})
