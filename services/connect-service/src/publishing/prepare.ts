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
import { failureOf, failureOfError } from './failure.ts'

export interface Ready extends LiveNetwork {
  channel: ChannelRow
  connection: Connection
}

const notShared =
  'The account of this post belongs to a colleague, who does not share it with the organisation (any more)'
const notMember = 'The member who approved this has left the organisation'

/** A channel that `actorId` can publish through now, or the failure; without `actorId`, a channel to look through. */
export async function prepare(
  deps: Deps,
  { orgId, channelId }: { orgId: string; channelId: string },
  actorId?: string,
): Promise<Ready | { failure: PublishFailure }> {
  const refuse = (kind: PublishFailure['class'], message: string, retryAfter?: number) => ({
    failure: failureOf(deps.config.DASHBOARD_URL, kind, message, retryAfter),
  })
  const channel = await findChannel(deps.db, orgId, channelId)
  if (channel === undefined) return refuse('reconnect', 'the channel of this post is not connected any more')
  if (actorId !== undefined && !mayUse(channel, actorId)) {
    const fix = `Ask its owner to share it (${deps.config.DASHBOARD_URL}/channels) or to approve the post, or choose another account`
    return { failure: { class: 'blocked', message: notShared, fix } }
  }
  const entitled =
    actorId === undefined || (await known(isEntitled(deps, { orgId, userId: actorId }, [channel])))
  if (entitled === undefined)
    return refuse('retry', 'The members of the organisation cannot be read at the moment', 30)
  if (!entitled) {
    const fix = 'Approve the post again, or choose another account'
    return { failure: { class: 'blocked', message: notMember, fix } }
  }
  const provider = deps.providers.get(channel.network)
  if (provider === undefined || deps.vault === null) {
    return refuse('blocked', `Publishing to ${channel.network} is not configured`)
  }
  if (channel.status === 'invalidated') {
    return refuse('reconnect', channel.invalid_reason ?? 'the network no longer accepts the connection')
  }
  const seconds = await secondsBlocked(deps, channel)
  if (seconds > 0) return refuse('retry', 'The rate limit of this account is used up', seconds)
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

/** Undefined while identity is away: nothing was sent, and a later attempt may send it. */
const known = (answer: Promise<boolean>): Promise<boolean | undefined> =>
  answer.catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'unavailable') return undefined
    throw error
  })

/** The same with a fresh token after a refused one; undefined without a fresh one. */
export async function renew(deps: Deps, refused: Ready): Promise<Ready | undefined> {
  const renewed = await renewChannel(deps, refused, refused.channel)
  if (renewed === undefined) return undefined
  const { channel, accessToken } = await channelToken(deps, refused, renewed)
  return { ...refused, channel, connection: { ...refused.connection, accessToken } }
}
