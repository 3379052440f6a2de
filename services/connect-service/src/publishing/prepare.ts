import { AppError, type PublishFailure } from '@atrium/contracts'
import { type ChannelRow, mayUse } from '../channels/channel.ts'
import { channelToken } from '../channels/channel-token.ts'
import { isEntitled } from '../channels/is-entitled.ts'
import { renewChannel } from '../channels/refresh-channel.ts'
import { findChannel } from '../channels/stored-channels.ts'
import type { Deps } from '../deps.ts'
import type { Connection } from '../providers/provider.ts'
import { secondsBlocked } from '../rates/account-rates.ts'
import type { LiveNetwork } from '../require-provider.ts'
import { failureOfError, toFailure } from './failure.ts'

export interface Ready extends LiveNetwork {
  channel: ChannelRow
  connection: Connection
}

/** The refusal messages, worded for what the channel is used for. */
export interface RefusalWords {
  gone: string
  notShared: string
  /** Returns the remedy. `channels` is the URL of the channels page. */
  share(channels: string): string
  notMember: string
  replaceMember: string
  dormant(network: string): string
}

const ofPosts: RefusalWords = {
  gone: 'the post’s account is no longer connected',
  notShared:
    'The post’s account belongs to a colleague who does not share it with the organisation',
  share: (channels) =>
    `Ask its owner to share it (${channels}) or to approve the post, or choose another account`,
  notMember: 'The person who approved this has left the organisation',
  replaceMember: 'Approve the post again, or choose another account',
  dormant: (network) => `Publishing to ${network} is not configured`,
}

/**
 * Returns a channel that `actorId` may use now, or the failure. Without `actorId` no right is
 * checked, because the channel is only used to look for posts.
 */
export async function prepare(
  deps: Deps,
  { orgId, channelId }: { orgId: string; channelId: string },
  actorId?: string,
  words: RefusalWords = ofPosts,
): Promise<Ready | { failure: PublishFailure }> {
  const refuse = (kind: PublishFailure['class'], message: string, retryAfter?: number) => ({
    failure: toFailure(deps.config.DASHBOARD_URL, kind, message, retryAfter),
  })
  const channel = await findChannel(deps.db, orgId, channelId)
  if (channel === undefined) return refuse('reconnect', words.gone)
  if (actorId !== undefined && !mayUse(channel, actorId)) {
    const fix = words.share(`${deps.config.DASHBOARD_URL}/channels`)
    return { failure: { class: 'blocked', message: words.notShared, fix } }
  }
  const entitled =
    actorId === undefined ||
    (await undefinedIfUnavailable(isEntitled(deps, { orgId, userId: actorId }, [channel])))
  if (entitled === undefined)
    return refuse('retry', 'Your organisation’s members cannot be read right now. Try again.', 30)
  if (!entitled) {
    return { failure: { class: 'blocked', message: words.notMember, fix: words.replaceMember } }
  }
  const provider = deps.providers.get(channel.network)
  if (provider === undefined || deps.vault === null) {
    return refuse('blocked', words.dormant(channel.network))
  }
  if (channel.status === 'invalidated') {
    return refuse(
      'reconnect',
      channel.invalid_reason ?? 'the network no longer accepts the connection',
    )
  }
  const seconds = await secondsBlocked(deps, channel)
  if (seconds > 0)
    return refuse('retry', 'The rate limit of this account is reached. Try again later.', seconds)
  try {
    const used = { provider, vault: deps.vault }
    const { channel: fresh, accessToken } = await channelToken(deps, used, channel)
    if (fresh.expires_at !== null && fresh.expires_at <= deps.now()) {
      return refuse('reconnect', 'the connection has expired')
    }
    return { ...used, channel: fresh, connection: { accountId: fresh.account_id, accessToken } }
  } catch (error) {
    const failure = failureOfError(deps.config.DASHBOARD_URL, error)
    if (failure === undefined) throw error
    return { failure }
  }
}

/**
 * Returns undefined if identity is unavailable. Nothing was sent then, so a later attempt may send
 * the post.
 */
const undefinedIfUnavailable = (answer: Promise<boolean>): Promise<boolean | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'unavailable') return undefined
    throw error
  })

/** Replaces a refused token. Returns undefined if there is no new one. */
export async function renew(deps: Deps, refused: Ready): Promise<Ready | undefined> {
  const renewed = await renewChannel(deps, refused, refused.channel)
  if (renewed === undefined) return undefined
  const { channel, accessToken } = await channelToken(deps, refused, renewed)
  return { ...refused, channel, connection: { ...refused.connection, accessToken } }
}
