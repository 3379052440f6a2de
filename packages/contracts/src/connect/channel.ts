import { z } from 'zod'
import { named, RecordId, Timestamp } from '../core/schemas.ts'
import { otherNetworks } from '../networks/index.ts'
import { platformRules } from '../posts/platforms.ts'
import type { SocialPlatform } from '../posts/social-platforms.ts'
import { ConnectNetwork } from './connect-network.ts'

/** Returns the host that names a network in URIs, for example `example.social`. */
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
  id: RecordId,
  uri: z.string().describe('The channel’s URI, `social://<account>@<host>`.'),
  owner: z
    .object({
      id: z.string().describe('The member’s id.'),
      name: z.string().describe('The member’s name. Empty until it is known.'),
    })
    .describe('The member who connected the account. Only this member may change the channel.'),
  shared: z
    .boolean()
    .describe('True if every member of the organisation sees the channel and may publish to it.'),
  network: ConnectNetwork.describe('The network’s neutral name.'),
  name: z.string().describe('The display name. At first the name of the account.'),
  avatarUrl: z
    .string()
    .nullable()
    .describe('The account’s picture at the network. Null if it has none.'),
  status: z
    .enum(['active', 'invalidated'])
    .describe(
      '`invalidated` if the network no longer accepts the token. Connect the account again.',
    ),
  expiresAt: Timestamp.nullable().describe('When the token expires. Null if it does not expire.'),
  badge: z
    .enum(channelBadges)
    .nullable()
    .describe(
      '`long_lived` if the token lasts over a year or never expires. `expiring` if it expires within seven days and cannot be renewed automatically. Null otherwise.',
    ),
  requestedScopes: z
    .array(z.string())
    .describe('The requested permissions, even if some were not granted.'),
  config: z
    .record(z.string(), z.string())
    .describe('Identifiers in full, and credentials masked to their last four characters.'),
  createdAt: Timestamp.describe('When the account was connected.'),
  lastUsedAt: Timestamp.nullable().describe(
    'When the channel was last used, to about a minute. Null until it is first used.',
  ),
})
export type Channel = z.infer<typeof Channel>

/** The wish to share an account from the moment it is connected. */
export const shareAtOnce = z
  .boolean()
  .optional()
  .describe(
    'True if every member of the organisation may use the account from now on. By default only the caller may, and an account that was shared before stays shared.',
  )

export const Picker = named('ChannelPicker', {
  id: RecordId,
  network: ConnectNetwork.describe('The network’s neutral name.'),
  pages: z
    .array(
      z.object({
        id: z.string().describe('The Page’s id at the network.'),
        name: z.string().describe('The Page’s name.'),
        pictureUrl: z.string().nullable().describe('The Page’s picture. Null if it has none.'),
      }),
    )
    .describe('The Pages to choose from.'),
  shared: z.boolean().describe('True if the connect began with the wish to share the account.'),
  expiresAt: Timestamp.describe('When the choice expires.'),
})
export type Picker = z.infer<typeof Picker>

/** Returns the channels of a settled choice as a list, whichever form the response has. */
export const toSettledChannels = (settled: Channel | { items: Channel[] }): Channel[] =>
  'items' in settled ? settled.items : [settled]

export const Introspection = named('ChannelIntrospection', {
  missingScopes: z
    .array(z.string())
    .describe('The required permissions that the stored token lacks.'),
  granular_scopes: z
    .array(
      z.looseObject({
        scope: z.string().describe('The name of the permission.'),
        target_ids: z
          .array(z.string())
          .optional()
          .describe(
            'The ids of the Pages that the permission was granted for. Absent if the network names none.',
          ),
      }),
    )
    .describe('The network’s response: the permissions and the Pages they were granted for.'),
})
export type Introspection = z.infer<typeof Introspection>

const takingTokens: readonly ConnectNetwork[] = ['pagenet', 'notebook', 'model']
const withoutDialog: readonly ConnectNetwork[] = ['notebook', 'model', 'imap']
const takingSettings: readonly ConnectNetwork[] = ['imap']

/**
 * Returns how an account can be connected: through the network's dialog, with a pasted token or
 * key, or with its servers' settings.
 */
export const connectWays = (
  network: ConnectNetwork,
): { dialog: boolean; token: boolean; settings: boolean } => ({
  dialog: !withoutDialog.includes(network),
  token: takingTokens.includes(network),
  settings: takingSettings.includes(network),
})
