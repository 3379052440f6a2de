import { connectErrors, type Introspection } from '@atrium/contracts'
import { channelToken } from '../channels/channel-token.ts'
import { invalidateChannel } from '../channels/invalidate-channel.ts'
import { ownChannel } from '../channels/own-channel.ts'
import { findChannel, listOwnChannels } from '../channels/stored-channels.ts'
import type { Ctx, Deps } from '../deps.ts'
import { refused } from '../errors.ts'
import { requireProvider } from '../require-provider.ts'
import { commentScopes } from './comment-scopes.ts'

/**
 * Asks the network what it granted to a channel: the given one, or the principal's newest channel
 * on that network. Throws `not_found`, `not_supported`, `forbidden` if the channel belongs to a
 * colleague, `not_configured`, `token_rejected`, or `network_unavailable`.
 */
export async function introspectChannel(
  deps: Deps,
  { principal }: Ctx,
  { network, channelId }: { network: string; channelId: string | undefined },
): Promise<Introspection> {
  const used = requireProvider(deps, network)
  const { provider } = used
  const { introspect } = provider
  if (introspect === undefined) {
    throw connectErrors.not_supported({ message: 'This network does not list its permissions' })
  }
  const { orgId } = principal
  const row =
    channelId === undefined
      ? (await listOwnChannels(deps.db, principal, provider.network))[0]
      : ownChannel(await findChannel(deps.db, orgId, channelId), principal)
  if (row?.network !== provider.network) {
    throw connectErrors.not_found({
      message: 'No account of this network is connected. Connect one first.',
    })
  }
  // The comment permission is required only if this channel requested it.
  const further = (await commentScopes(deps, provider, orgId)).filter((scope) =>
    row.requested_scopes.includes(scope),
  )
  let channel = row
  const ask = async () => {
    const token = await channelToken(deps, used, row)
    channel = token.channel
    return introspect({ accountId: row.account_id, accessToken: token.accessToken }, further)
  }
  const { valid, ...answer } = await refused(ask())
  if (!valid)
    await invalidateChannel(deps, channel, 'The network says that the token is no longer valid')
  return answer
}
