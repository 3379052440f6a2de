import { expect, test } from 'vitest'
import { periodLabel } from './period-label.ts'

const period = { startsAt: '2027-05-01T16:00:00.000Z', endsAt: '2027-05-01T20:00:00.000Z' }

test.each([
  ['Europe/Berlin', '18:00', 'Europe/Berlin'],
  ['Asia/Kolkata', '21:30', 'Asia/Kolkata'],
  ['America/New_York', '12:00', 'America/New York'],
])('formats the times of an event in %s and names the zone', (zone, time, name) => {
  const label = periodLabel({ ...period, timeZone: zone }, 'en-GB')
  expect(label).toContain(time)
  expect(label).toMatch(new RegExp(`, ${name}$`))
})
