import { type Channel, type ChannelBadge, channelUri } from '@atrium/contracts'
import type { SealedSecrets } from '@atrium/sealed-secrets'
import type { Selectable } from 'kysely'
import type { Database } from '../database.ts'
import type { Grant } from '../providers/provider.ts'
import { sealContext } from '../tokens/token-vault.ts'

export type ChannelRow = Selectable<Database['channels']>

export interface ChannelOwner {
  orgId: string
  userId: string
}

const dayMs = 86_400_000

/**
 * Returns the badge for an expiry (docs/reference/channels.md, "Tokens"). Returns no warning if the
 * token is refreshed automatically (`renewed`).
 */
export function findBadge(expiresAt: Date | null, now: Date, renewed = false): ChannelBadge | null {
  if (expiresAt === null) return 'long_lived'
  const left = expiresAt.getTime() - now.getTime()
  if (left > 365 * dayMs) return 'long_lived'
  if (left > 7 * dayMs || renewed) return null
  return left > 0 ? 'expiring' : 'expired'
}

/** Returns the last four characters of a token, or nothing if the token is short. */
const tokenTail = (token: string): string => (token.length >= 16 ? token.slice(-4) : '')

/**
 * Returns the columns for new tokens and clears a running refresh. Keeps the earlier refresh token
 * if the grant has none.
 */
export const tokenColumns = (
  vault: SealedSecrets,
  id: string,
  grant: Grant,
  earlier: string | null,
) => ({
  access_token: vault.seal(grant.accessToken, sealContext.access(id)),
  refresh_token: grant.refreshToken
    ? vault.seal(grant.refreshToken, sealContext.refresh(id))
    : earlier,
  token_tail: grant.shownTail ?? tokenTail(grant.accessToken),
  expires_at: grant.expiresAt,
  refresh_lease: null,
  refresh_lease_until: null,
  refresh_not_before: null,
})

/**
 * True if a member of the channel's organisation may publish to the channel. `isEntitled` checks
 * the membership.
 */
export const mayUse = (row: ChannelRow, userId: string): boolean =>
  row.owner_id === userId || row.shared

export const channelFacts = (row: ChannelRow) => ({
  channelId: row.id,
  ownerId: row.owner_id,
  network: row.network,
  name: row.name,
  shared: row.shared,
})

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
  badge: findBadge(row.expires_at, now, renewed),
  requestedScopes: row.requested_scopes,
  config: { ...row.settings, accountId: row.account_id, token: `••••${row.token_tail}` },
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})
