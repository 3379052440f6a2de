import { commonErrors, type Introspection, type Principal } from '@atrium/contracts'
import { channelToken } from '../channels/channel-token.ts'
import { invalidateChannel } from '../channels/invalidate-channel.ts'
import { listChannelRows } from '../channels/read-channels.ts'
import type { Deps } from '../deps.ts'
import { refusal } from '../errors.ts'
import { requireProvider } from '../require-provider.ts'

/**
 * What the network says of the caller's newest channel there, or of the one named. Throws `not_found`,
 * `not_configured`, `token_rejected`, `network_unavailable`.
 */
export async function introspectChannel(
  deps: Deps,
  principal: Principal,
  network: string,
  channelId: string | undefined,
): Promise<Introspection> {
  const used = requireProvider(deps, network)
  const { provider } = used
  const rows = await listChannelRows(deps.db, principal.userId, provider.network)
  const row = channelId === undefined ? rows[0] : rows.find(({ id }) => id === channelId)
  if (row === undefined || provider.introspect === undefined) throw commonErrors.not_found()
  const { introspect } = provider
  let channel = row
  const ask = async () => {
    const token = await channelToken(deps, used, row)
    channel = token.channel
    return introspect({ accountId: row.account_id, accessToken: token.accessToken })
  }
  const { valid, ...answer } = await ask().catch((error: unknown) => {
    throw refusal(error)
  })
  if (!valid) await invalidateChannel(deps, channel, 'The network says that the token is no longer valid')
  return answer
}
