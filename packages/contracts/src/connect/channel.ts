import { z } from 'zod'
import { named, Timestamp } from '../core/schemas.ts'
import { otherNetworks } from '../networks/index.ts'
import { platformRules } from '../posts/platforms.ts'
import type { SocialPlatform } from '../posts/social-platforms.ts'
import { ConnectNetwork } from './connect-network.ts'

export const networkHost = (network: ConnectNetwork): string =>
  network in otherNetworks
    ? otherNetworks[network as keyof typeof otherNetworks]
    : platformRules[network as SocialPlatform].host

/** Builds a channel address, `social://<page>@<network_host>` (docs/reference/channels.md). */
export const channelUri = (network: ConnectNetwork, accountId: string): string =>
  `social://${encodeURIComponent(accountId)}@${networkHost(network)}`

export const channelBadges = ['long_lived', 'expiring', 'expired'] as const
export type ChannelBadge = (typeof channelBadges)[number]

/** A connected account. Its tokens never leave the service. */
export const Channel = named('Channel', {
  id: z.string(),
  uri: z.string(),
  /** The member with the account. The name is empty until it is known. */
  owner: z.object({ id: z.string(), name: z.string() }),
  /** True if every member of the organisation sees the channel and may publish to it. */
  shared: z.boolean(),
  network: ConnectNetwork,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  status: z.enum(['active', 'invalidated']),
  expiresAt: Timestamp.nullable(),
  /** `expiring` means that it expires within seven days and cannot be renewed automatically. */
  badge: z.enum(channelBadges).nullable(),
  /** The requested scopes, even if some were not granted. */
  requestedScopes: z.array(z.string()),
  /** Identifiers in full, and credentials masked to the last four characters. */
  config: z.record(z.string(), z.string()),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
})
export type Channel = z.infer<typeof Channel>

export const Picker = named('ChannelPicker', {
  id: z.string(),
  network: ConnectNetwork,
  pages: z.array(z.object({ id: z.string(), name: z.string(), pictureUrl: z.string().nullable() })),
  expiresAt: Timestamp,
})
export type Picker = z.infer<typeof Picker>

export const Introspection = named('ChannelIntrospection', {
  /** Required scopes missing from the stored token. */
  missingScopes: z.array(z.string()),
  /** The network's response: the Pages for which each scope was granted. */
  granular_scopes: z.array(
    z.looseObject({ scope: z.string(), target_ids: z.array(z.string()).optional() }),
  ),
})
export type Introspection = z.infer<typeof Introspection>

const takingTokens: readonly ConnectNetwork[] = ['pagenet', 'notebook', 'model']
const withoutDialog: readonly ConnectNetwork[] = ['notebook', 'model']

/**
 * Returns how an account can be connected: through the network's dialog, or with a pasted token or
 * key.
 */
export const connectWays = (network: ConnectNetwork): { dialog: boolean; token: boolean } => ({
  dialog: !withoutDialog.includes(network),
  token: takingTokens.includes(network),
})
