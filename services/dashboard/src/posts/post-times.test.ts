import { expect, test } from 'vitest'
import { zoneText } from './post-times.ts'

test('adds the UTC offset to a zone name', () => {
  const winter = new Date('2026-01-01T00:00:00Z')
  expect(zoneText('UTC', winter)).toBe('UTC')
  expect(zoneText('Europe/Berlin', winter)).toBe('Europe/Berlin, UTC+1')
})
