import {
  type Channel,
  type Connectable,
  type Platform,
  type Post,
  platformRules,
  type SocialPlatform,
  socialPlatforms,
} from '@atrium/contracts'
import { networkName } from '../../../ui/network.tsx'

export interface Target {
  readonly id: string
  readonly platform: Platform
  /** Null for a manual post or an email post. */
  readonly channelId: string | null
  readonly name: string
  /** The reason why the target cannot take posts. Undefined if it can. */
  readonly obstacle?: string
}

const manualPrefix = 'manual:'

/** The target of email posts. It needs no account. */
export const mailTarget: Target = {
  id: 'email',
  platform: 'email',
  channelId: null,
  name: 'Email',
}

/** Returns true if the user publishes the post in the network's own composer. */
export const isByHand = ({
  channelId,
  platform,
}: Pick<Target, 'channelId' | 'platform'>): boolean => channelId === null && platform !== 'email'

export const manualTarget = (platform: SocialPlatform): Target => ({
  id: manualPrefix + platform,
  platform,
  channelId: null,
  name: `${networkName(platform)}, posted by you`,
})

const findPlatform = (network: Channel['network']): Platform | undefined =>
  socialPlatforms.find((platform) => platform === network)

function findObstacle(channel: Channel, networks: readonly Connectable[]): string | undefined {
  if (findPlatform(channel.network) === undefined)
    return `${networkName(channel.network)} takes no posts`
  const network = networks.find((each) => each.network === channel.network)
  if (network !== undefined && !network.configured) return 'This network is not set up here'
  if (network !== undefined && !network.canPublish)
    return 'Posts to this network are not possible yet'
  if (channel.status === 'invalidated' || channel.badge === 'expired')
    return 'Connect this account again'
  return undefined
}

/** Returns the channels that can take posts, sorted by name. */
export function channelTargets(
  channels: readonly Channel[],
  networks: readonly Connectable[],
): Target[] {
  return channels
    .flatMap((channel) => {
      const platform = findPlatform(channel.network)
      if (platform === undefined) return []
      const obstacle = findObstacle(channel, networks)
      return [
        {
          id: channel.id,
          platform,
          channelId: channel.id,
          name: channel.name,
          ...(obstacle === undefined ? {} : { obstacle }),
        },
      ]
    })
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

export const toTargetId = ({
  channelId,
  platform,
}: Pick<Post, 'channelId' | 'platform'>): string =>
  platform === 'email' ? mailTarget.id : (channelId ?? manualPrefix + platform)

/**
 * Returns the chosen targets in the order chosen. `post` names the network if a channel is not
 * shared with the user.
 */
export function chosenTargets(
  ids: readonly string[],
  channels: readonly Target[],
  post: Pick<Post, 'channelId' | 'platform'> | undefined,
): Target[] {
  return ids.flatMap((id) => {
    const foundTarget = channels.find((target) => target.id === id)
    if (foundTarget !== undefined) return [foundTarget]
    if (id === mailTarget.id) return [mailTarget]
    const platform = socialPlatforms.find((each) => manualPrefix + each === id)
    if (platform !== undefined) return [manualTarget(platform)]
    if (post === undefined || post.channelId !== id) return []
    return [
      {
        id,
        platform: post.platform,
        channelId: id,
        name: `An account on ${platformRules[post.platform].host}`,
        obstacle: 'Its owner does not share this account with you',
      },
    ]
  })
}
