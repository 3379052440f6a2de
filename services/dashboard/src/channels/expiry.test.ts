import { expect, test } from 'vitest'
import { describeExpiry } from './expiry.ts'

const now = new Date('2026-03-01T00:00:00.000Z')
const at = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString()

test.each([
  ['long_lived', null, 'active', { words: 'does not expire' }],
  ['long_lived', at(400), 'active', { words: 'expires', at: at(400) }],
  [null, at(60), 'active', { words: 'expires', at: at(60) }],
  [null, at(0.1), 'active', { words: 'renewed by itself' }],
  [null, at(-1), 'active', { words: 'renewed by itself' }],
  [null, at(-1), 'invalidated', { words: 'expired', at: at(-1) }],
  ['expiring', at(3), 'active', { words: 'expires', at: at(3) }],
  ['expired', at(-3), 'active', { words: 'expired', at: at(-3) }],
] as const)(
  'describes the expiry when the badge is %s, the end is %s and the status is %s',
  (badge, expiresAt, status, expected) => {
    expect(describeExpiry({ badge, expiresAt, status }, now)).toEqual(expected)
  },
)
