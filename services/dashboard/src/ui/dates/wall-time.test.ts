import { expect, test } from 'vitest'
import { formatWallTime, parseWallTime } from './wall-time.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu']

test.each(zones)('converts a moment to text and back in %s', (zone) => {
  for (const at of [
    '2027-03-28T00:59:00.000Z',
    '2027-05-01T16:00:00.000Z',
    '2026-12-31T23:30:00.000Z',
  ]) {
    expect(parseWallTime(formatWallTime(at, zone), zone)).toBe(at)
  }
})

test('takes the later moment if a time is skipped, and the first if it occurs twice', () => {
  expect(parseWallTime('2027-03-28T02:30', 'Europe/Berlin')).toBe('2027-03-28T01:30:00.000Z')
  expect(parseWallTime('2027-10-31T02:30', 'Europe/Berlin')).toBe('2027-10-31T00:30:00.000Z')
})

test.each([
  '',
  'tomorrow',
  '2027-13-41T10:00',
  '2027-02-31T10:00',
  '2027-03-29T25:00',
  '2027-05-01',
])('returns no moment if the text is "%s"', (text) => {
  expect(parseWallTime(text, 'Europe/Berlin')).toBeUndefined()
})

test('formats an invalid moment as an empty text', () => {
  expect(formatWallTime('tomorrow', 'UTC')).toBe('')
})

test.each(zones)('converts each hour of a year in %s to a moment and back', (zone) => {
  for (let hour = 0; hour < 8_760; hour += 7) {
    const text = formatWallTime(new Date(Date.UTC(2026, 0, 1, hour, 30)).toISOString(), zone)
    expect(formatWallTime(parseWallTime(text, zone) ?? '', zone)).toBe(text)
  }
})
