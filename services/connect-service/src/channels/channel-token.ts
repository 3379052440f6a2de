import { inTransaction } from '@atrium/database'
import type { Deps } from '../deps.ts'
import { NetworkError } from '../network/network-error.ts'
import type { LiveNetwork } from '../require-provider.ts'
import { sealContext } from '../tokens/token-vault.ts'
import type { ChannelRow } from './channel.ts'
import { replaceToken } from './channels.db.ts'
import { refreshChannel } from './refresh-channel.ts'

const unreadable = 'no configured key opens the stored token'

/**
 * Returns the access token in clear, and the channel row. Refreshes the token first if it expires
 * soon. Throws `NetworkError` as `refreshChannel` does.
 */
export async function channelToken(
  deps: Deps,
  used: LiveNetwork,
  seen: ChannelRow,
): Promise<{ channel: ChannelRow; accessToken: string }> {
  const channel = await refreshChannel(deps, used, seen)
  const context = sealContext.access(channel.id)
  const opened = used.vault.open(channel.access_token, context)
  // The channel stays active because the operator may restore the key.
  if (opened === undefined) throw new NetworkError('reconnect', unreadable)
  const { text: accessToken, stale } = opened
  if (!stale) return { channel, accessToken }
  const resealed = await inTransaction(deps.db, undefined, (tx) =>
    replaceToken(tx, channel, used.vault.seal(accessToken, context)),
  )
  return { channel: resealed ?? channel, accessToken }
}
