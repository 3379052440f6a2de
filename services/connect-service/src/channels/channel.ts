import { type Channel, type ChannelBadge, channelUri } from '@atrium/contracts'
import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'

export type ChannelRow = Selectable<Database['channels']>

/** Who connects, and for which org. */
export interface ChannelOwner {
  orgId: string
  userId: string
}

const dayMs = 86_400_000

/**
 * How an expiry is shown (docs/reference/channels.md): beyond a year, or never, is long-lived;
 * within seven days is expiring. Neither is said of an expiry that is `renewed` without anybody's help.
 */
export function badgeOf(expiresAt: Date | null, now: Date, renewed = false): ChannelBadge | null {
  if (expiresAt === null) return 'long_lived'
  const left = expiresAt.getTime() - now.getTime()
  if (left > 365 * dayMs) return 'long_lived'
  if (left > 7 * dayMs || renewed) return null
  return left > 0 ? 'expiring' : 'expired'
}

/** All that is ever shown of a token; nothing of a short one. */
export const tokenTail = (token: string): string => (token.length >= 16 ? token.slice(-4) : '')

/** Whether a member of the channel's org may publish to it; `isEntitled` asks whether they are one. */
export const mayUse = (row: ChannelRow, userId: string): boolean => row.owner_id === userId || row.shared

/** A channel as those who may use it see it. */
export const toChannel = (
  row: ChannelRow,
  { now, renewed, ownerName }: { now: Date; renewed: boolean; ownerName: string },
): Channel => ({
  id: row.id,
  uri: channelUri(row.network, row.account_id),
  owner: { id: row.owner_id, name: ownerName },
  shared: row.shared,
  network: row.network,
  name: row.name,
  avatarUrl: row.avatar_url,
  status: row.status,
  expiresAt: row.expires_at?.toISOString() ?? null,
  badge: badgeOf(row.expires_at, now, renewed),
  requestedScopes: row.requested_scopes,
  config: { ...row.settings, accountId: row.account_id, token: `••••${row.token_tail}` },
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
