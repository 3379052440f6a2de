import { expect, test } from 'vitest'
import { momentOf, tomorrowMorning, wallTime, zoneText } from './org-time.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu']

test.each(zones)('a time of %s leads to the moment and back', (zone) => {
  for (let hour = 0; hour < 8_760; hour += 7) {
    const moment = new Date(Date.UTC(2026, 0, 1, hour, 30))
    const text = wallTime(moment, zone)
    const back = momentOf(text, zone)
    expect(back && wallTime(back, zone)).toBe(text)
  }
})

test('a time at the change of the clocks is the later one of a gap and the first one of a repetition', () => {
  expect(momentOf('2026-03-29T02:30', 'Europe/Berlin')?.toISOString()).toBe('2026-03-29T01:30:00.000Z')
  expect(momentOf('2026-10-25T02:30', 'Europe/Berlin')?.toISOString()).toBe('2026-10-25T00:30:00.000Z')
})

test.each(['', '2026-03-29', '2026-99-29T02:30', 'tomorrow'])('%j is no time', (text) => {
  expect(momentOf(text, 'UTC')).toBeUndefined()
})

test('tomorrow begins in the zone of the organisation', () => {
  const now = new Date('2026-06-30T23:30:00Z')
  expect(tomorrowMorning(now, 'UTC')?.toISOString()).toBe('2026-07-01T09:00:00.000Z')
  expect(tomorrowMorning(now, 'Europe/Berlin')?.toISOString()).toBe('2026-07-02T07:00:00.000Z')
})

test('the name of a zone has its difference from universal time', () => {
  const winter = new Date('2026-01-01T00:00:00Z')
  expect(zoneText('UTC', winter)).toBe('UTC')
  expect(zoneText('Europe/Berlin', winter)).toBe('Europe/Berlin, UTC+1')
})
