import { expect, test } from 'vitest'
import { localText, momentOfLocal, periodLabel } from './local-time.ts'

const period = { startsAt: '2027-05-01T16:00:00.000Z', endsAt: '2027-05-01T20:00:00.000Z' }

test.each([
  ['Europe/Berlin', '18:00', 'Europe/Berlin'],
  ['Asia/Kolkata', '21:30', 'Asia/Kolkata'],
  ['America/New_York', '12:00', 'America/New York'],
])(
  'shows the times of an event in %s and names the zone when the reader is elsewhere',
  (zone, time, name) => {
    const label = periodLabel({ ...period, timeZone: zone }, 'en-GB')
    expect(label).toContain(time)
    expect(label).toMatch(new RegExp(`, ${name}$`))
  },
)

test.each(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu'])(
  'finds the moment of a text again when the clocks are those of %s',
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

test('takes the later moment when a time is left out and the first when it comes twice', () => {
  expect(momentOfLocal('2027-03-28T02:30', 'Europe/Berlin')).toBe('2027-03-28T01:30:00.000Z')
  expect(momentOfLocal('2027-10-31T02:30', 'Europe/Berlin')).toBe('2027-10-31T00:30:00.000Z')
})

test.each(['', 'tomorrow', '2027-13-41T10:00', '2027-05-01'])(
  'has no moment when the text is "%s"',
  (text) => {
    expect(momentOfLocal(text, 'Europe/Berlin')).toBeUndefined()
  },
)
