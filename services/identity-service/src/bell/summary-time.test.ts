import { expect, test } from 'vitest'
import { nextSummary, previousSummary } from './summary-time.ts'

test.each([
  ['UTC', '2026-03-01T06:59:00Z', '2026-03-01T07:00:00.000Z'],
  ['UTC', '2026-03-01T07:00:00Z', '2026-03-02T07:00:00.000Z'],
  ['Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['America/New_York', '2026-03-01T07:00:00Z', '2026-03-01T12:00:00.000Z'],
  ['Nowhere/Land', '2026-03-01T06:00:00Z', '2026-03-01T07:00:00.000Z'],
])('is the next seven o’clock in %s after %s', (zone, after, next) => {
  expect(nextSummary(new Date(after), zone).toISOString()).toBe(next)
})

test.each([
  ['UTC', '2026-03-02T07:00:00Z', '2026-03-01T07:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29T05:00:00Z', '2026-03-28T06:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T06:00:00Z', '2026-10-24T05:00:00.000Z'],
])(
  'is the seven o’clock before another one in %s, also when the clocks change',
  (zone, before, previous) => {
    expect(previousSummary(new Date(before), zone).toISOString()).toBe(previous)
  },
)
