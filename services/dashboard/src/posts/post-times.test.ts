import { expect, test } from 'vitest'
import { zoneText } from './post-times.ts'

test('the name of a zone has its difference from universal time', () => {
  const winter = new Date('2026-01-01T00:00:00Z')
  expect(zoneText('UTC', winter)).toBe('UTC')
  expect(zoneText('Europe/Berlin', winter)).toBe('Europe/Berlin, UTC+1')
})
