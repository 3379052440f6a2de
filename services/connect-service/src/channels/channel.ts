import { type Channel, type ChannelBadge, channelUri } from '@atrium/contracts'
import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'

export type ChannelRow = Selectable<Database['channels']>

const dayMs = 86_400_000

/**
 * How an expiry is shown (core specification, "Social channel"): beyond a year, or never, is long-lived;
 * within seven days is expiring.
 */
export function badgeOf(expiresAt: Date | null, now: Date): ChannelBadge | null {
  if (expiresAt === null) return 'long_lived'
  const left = expiresAt.getTime() - now.getTime()
  if (left <= 0) return 'expired'
  if (left <= 7 * dayMs) return 'expiring'
  return left > 365 * dayMs ? 'long_lived' : null
}

/** All that is ever shown of a token; nothing of a short one. */
export const tokenTail = (token: string): string => (token.length >= 16 ? token.slice(-4) : '')

/** A channel as its owner sees it. */
export const toChannel = (row: ChannelRow, now: Date): Channel => ({
  id: row.id,
  uri: channelUri(row.network, row.account_id),
  network: row.network,
  name: row.name,
  avatarUrl: row.avatar_url,
  status: row.status,
  expiresAt: row.expires_at?.toISOString() ?? null,
  badge: badgeOf(row.expires_at, now),
  requestedScopes: row.requested_scopes,
  config: { ...row.settings, accountId: row.account_id, token: `••••${row.token_tail}` },
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
