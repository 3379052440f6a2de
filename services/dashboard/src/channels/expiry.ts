import type { Channel } from '@atrium/contracts'

/**
 * If a token expires this soon without the badge `expiring`, the platform renews it automatically.
 */
const soonMs = 7 * 86_400_000

/** Describes when an account's access expires: text only, or text before a moment. */
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
