import type { PublishFailure } from '@atrium/contracts'
import type { ChannelRow } from '../channels/channel.ts'
import { channelToken } from '../channels/channel-token.ts'
import { findChannelRow } from '../channels/read-channels.ts'
import type { Deps } from '../deps.ts'
import type { Connection, Provider } from '../providers/provider.ts'
import { secondsBlocked } from '../rates/account-rates.ts'
import { failureOf } from './failure.ts'

export interface Ready {
  channel: ChannelRow
  provider: Provider
  connection: Connection
}

/** A channel that can be published through now, or why not. */
export async function prepare(
  deps: Deps,
  ownerId: string,
  channelId: string,
): Promise<Ready | { failure: PublishFailure }> {
  const refuse = (kind: PublishFailure['class'], message: string, retryAfter?: number) => ({
    failure: failureOf(deps.config.DASHBOARD_URL, { class: kind, message, retryAfter }),
  })
  const channel = await findChannelRow(deps.db, ownerId, channelId)
  if (channel === undefined) return refuse('reconnect', 'the channel of this post is not connected any more')
  const provider = deps.providers.get(channel.network)
  if (provider === undefined || deps.vault === null) {
    return refuse('blocked', `Publishing to ${channel.network} is not configured`)
  }
  if (channel.status === 'invalidated') {
    return refuse('reconnect', channel.invalid_reason ?? 'the network no longer accepts the connection')
  }
  const now = deps.now()
  if (channel.expires_at !== null && channel.expires_at <= now) {
    return refuse('reconnect', 'the connection has expired')
  }
  const seconds = await secondsBlocked(deps.db, channel.network, channel.account_id, now)
  if (seconds > 0) return refuse('retry', 'The rate limit of this account is used up', seconds)
  const accessToken = await channelToken(deps, deps.vault, channel)
  return { channel, provider, connection: { accountId: channel.account_id, accessToken } }
}
