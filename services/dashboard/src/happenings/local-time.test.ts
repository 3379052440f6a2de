import { expect, test } from 'vitest'
import { periodLabel } from './local-time.ts'

const period = { startsAt: '2027-05-01T16:00:00.000Z', endsAt: '2027-05-01T20:00:00.000Z' }

test.each([
  ['Europe/Berlin', '18:00'],
  ['Asia/Kolkata', '21:30'],
])('shows the times of an event in %s when the reader is elsewhere', (zone, time) => {
  const label = periodLabel(period, zone, 'en-GB')
  expect(label).toContain(time)
  expect(label).toMatch(/CEST|GMT\+/)
})
