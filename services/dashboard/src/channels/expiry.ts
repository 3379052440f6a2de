import type { Channel } from '@atrium/contracts'

/** A token without the badge `expiring` this shortly before its end is renewed by itself. */
const soonMs = 7 * 86_400_000

/** What an account's row says about the end of its access: words alone, or words before the moment. */
export function describeExpiry(
  { expiresAt, badge, status }: Pick<Channel, 'expiresAt' | 'badge' | 'status'>,
  now: Date,
): { readonly words: string; readonly at?: string } {
  if (expiresAt === null) return { words: 'does not expire' }
  const left = Date.parse(expiresAt) - now.getTime()
  if (badge === 'expired' || (left <= 0 && status === 'invalidated'))
    return { words: 'expired', at: expiresAt }
  if (badge === null && left <= soonMs && status === 'active') return { words: 'renewed by itself' }
  return { words: 'expires', at: expiresAt }
}
