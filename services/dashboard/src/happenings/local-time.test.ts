import { expect, test } from 'vitest'
import { localText, momentOfLocal, periodLabel } from './local-time.ts'

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

test.each(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu'])(
  'converts a moment to text and back in %s',
  (zone) => {
    for (const at of [
      '2027-03-28T00:59:00.000Z',
      '2027-05-01T16:00:00.000Z',
      '2026-12-31T23:30:00.000Z',
    ]) {
      expect(momentOfLocal(localText(at, zone), zone)).toBe(at)
    }
  },
)

test('takes the later moment if a time is skipped, and the first if it occurs twice', () => {
  expect(momentOfLocal('2027-03-28T02:30', 'Europe/Berlin')).toBe('2027-03-28T01:30:00.000Z')
  expect(momentOfLocal('2027-10-31T02:30', 'Europe/Berlin')).toBe('2027-10-31T00:30:00.000Z')
})

test.each(['', 'tomorrow', '2027-13-41T10:00', '2027-05-01'])(
  'returns no moment if the text is "%s"',
  (text) => {
    expect(momentOfLocal(text, 'Europe/Berlin')).toBeUndefined()
  },
)
