import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findBadge } from './channel.ts'

const now = new Date('2026-03-01T00:00:00.000Z')
const inMs = (ms: number) => new Date(now.getTime() + ms)
const day = 86_400_000

test.each([
  [null, 'long_lived'],
  [inMs(365 * day + 1), 'long_lived'],
  [inMs(365 * day), null],
  [inMs(7 * day + 1), null],
  [inMs(7 * day), 'expiring'],
  [inMs(1), 'expiring'],
  [now, 'expired'],
])('shows an expiry at %s as %s', (expiresAt, badge) => {
  expect(findBadge(expiresAt, now)).toBe(badge)
})

test.each([
  [inMs(-1), null],
  [inMs(1), null],
  [inMs(7 * day), null],
  [inMs(365 * day), null],
  [null, 'long_lived'],
])('shows an expiry at %s as %s if the token is refreshed automatically', (expiresAt, badge) => {
  expect(findBadge(expiresAt, now, true)).toBe(badge)
})

test('never shows a later expiry as more urgent', () => {
  const urgency = ['expired', 'expiring', null, 'long_lived']
  const ms = fc.integer({ min: -2 * 365 * day, max: 2 * 365 * day })
  fc.assert(
    fc.property(ms, ms, (a, b) => {
      const [early, late] = [Math.min(a, b), Math.max(a, b)]
      expect(urgency.indexOf(findBadge(inMs(early), now))).toBeLessThanOrEqual(
        urgency.indexOf(findBadge(inMs(late), now)),
      )
    }),
  )
})
